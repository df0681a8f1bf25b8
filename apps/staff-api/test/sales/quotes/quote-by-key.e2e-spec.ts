import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, newRole } from '../../access/members.js';
import { newAccount } from '../../receivables/billing-support.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const post = (path: string, body?: object) => api.admin.call('POST', path, { body });

describe('a quote that was sent', () => {
  it('is accepted by an API key with evidence, and the log says which key it was', async () => {
    const body = {
      accountId: await newAccount(t, api.company),
      currency: 'EUR',
      lines: [{ description: 'Install', quantity: '2', unitPrice: '49.99', taxRate: '19' }],
    };
    const { id } = bodyOf<{ id: string }>(await post('/quotes', body));
    for (const operation of ['submit', 'approve', 'send']) {
      expect((await post(`/quotes/${id}/${operation}`)).status).toBe(200);
    }
    const roleId = await newRole(api.admin, { matrix: { quotes: ['view', 'create', 'update'] } });
    const made = await post('/api-keys', { name: 'Shop', roleId });
    const shop = bodyOf<{ readonly id: string; readonly key: string }>(made);
    const accepted = await api.call('POST', `/quotes/${id}/accept`, {
      body: { name: 'Ada', evidence: 'Order 17 of the shop' },
      headers: { authorization: `Bearer ${shop.key}` },
    });
    expect([accepted.status, accepted.body]).toEqual([200, expect.anything()]);
    const filter = JSON.stringify({ field: 'recordId', op: 'eq', value: id });
    const log = await api.admin.call('GET', `/audit-log?filter=${encodeURIComponent(filter)}`);
    expect(bodyOf<{ data: object[] }>(log).data).toContainEqual(
      expect.objectContaining({
        action: 'quote.accepted',
        actor: expect.objectContaining({ kind: 'api_key', id: shop.id }),
      }),
    );
  });
});
