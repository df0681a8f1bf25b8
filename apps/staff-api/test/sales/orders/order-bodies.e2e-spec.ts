import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { newAccount } from '../../receivables/billing-support.js';
import { orderDesk, SERVICE } from './order-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
let desk: ReturnType<typeof orderDesk>;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  desk = orderDesk(api.admin);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

describe('an operation without a body', () => {
  it.each([[[]], [[1]], ['text'], [7], [null]])('takes none that is %j', async (body) => {
    const { id } = await desk.write(accountId, [SERVICE]);
    for (const operation of ['place', 'deliver']) {
      const answer = await fetch(`${api.url}/sales-orders/${id}/${operation}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${api.admin.token()}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      expect([answer.status, (await answer.json()) as object]).toMatchObject([
        400,
        { code: 'malformed_request' },
      ]);
    }
    expect(await desk.done(id, 'place', {})).toMatchObject({ status: 'pending' });
  });
});
