import { RouteTable } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, refusal } from '../access/members.js';
import type { Records } from '../objects/object-records.js';
import { made } from '../objects/objects-support.js';
import { plantRecords } from '../objects/records-support.js';
import { DOCUMENTS, HELD_OBJECTS, NOT_HELD } from './held-operations.js';

let t: TestDatabase;
let api: TestStaffApi;
let records: Records;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  records = await plantRecords(t, api.admin);
  const me = bodyOf<{ user: { email: string } }>(await api.admin.call('GET', '/auth/me'));
  for (const object of Object.keys(HELD_OBJECTS)) {
    await made(api.admin, '/workflows', {
      object,
      name: `Asks of ${object}`,
      trigger: 'create',
      condition: '1 = 2',
      actions: [{ kind: 'request_approval', steps: [{ approver: me.user.email }] }],
    });
  }
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

async function planted(object: string, recordId: string): Promise<void> {
  await t.db.write(t.ctx(api.company.companyId), (tx) =>
    tx.run(
      `insert into rules.approval (company_id, id, rule_id, rule_name, object, record_id, title,
         status, step, steps, asked, requested_at, history)
       values ($1, $2::uuid, $2::uuid, 'Planted', $3, $4, 'Planted', 'waiting', 1,
         '[{"approver": "owner"}]', jsonb_build_array($5::text), now(), '[]')`,
      [api.company.companyId, newId(), object, recordId, newId()],
    ),
  );
}

it('every operation on a document is held, or named with a reason', () => {
  const held = Object.values(DOCUMENTS).flatMap(({ path, all }) =>
    all.map(([method, suffix]) => `${method} ${path}/:id${suffix}`),
  );
  const paths = Object.values(DOCUMENTS).map(({ path }) => `${path}/:id`);
  const offered = api.app
    .get(RouteTable)
    .all()
    .filter(({ method, path }) => method !== 'GET' && paths.some((each) => path.startsWith(each)))
    .map(({ method, path }) => `${method} ${path}`);
  expect([...held, ...Object.keys(NOT_HELD)].toSorted()).toEqual(offered.toSorted());
});

describe('a record that awaits approval', () => {
  it.each(Object.entries(HELD_OBJECTS))('of %s is left as it is', async (object, { path, all }) => {
    const id = records[`${path}/:id`] ?? '';
    await planted(object, id);
    const before = await api.admin.call('GET', `${path}/${id}`);
    expect([before.status, id]).toEqual([200, expect.any(String)]);
    const refused: unknown[] = [];
    const lineId = records[`${path}/:id/lines/:lineId`] ?? '';
    for (const [method, suffix, body] of all) {
      const url = `${path}/${id}${suffix.replace(':lineId', lineId)}`;
      const answer = await api.admin.call(method, url, body && { body });
      refused.push([method, suffix, ...refusal(answer)]);
    }
    expect(refused).toEqual(
      all.map(([method, suffix]) => [method, suffix, 409, 'record_awaits_approval']),
    );
    expect((await api.admin.call('GET', `${path}/${id}`)).body).toEqual(before.body);
  });
});
