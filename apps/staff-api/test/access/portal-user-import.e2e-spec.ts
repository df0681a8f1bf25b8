import { newId } from '@quittance/kernel';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const account = async () => {
  const { body } = await api.admin.call('POST', '/accounts', { body: { name: `Acme ${newId()}` } });
  return body as { id: string };
};
const events = (recordId: string) =>
  t.db.read(api.company, (tx) =>
    tx.rows<{ type: string }>('select type from outbox.event where record_id = $1', [recordId]),
  );

test('users come from a file, each row for itself, and again without harm', async () => {
  const [one, two] = [await account(), await account()];
  const [ann, bob] = [`${newId()}@example.com`, `${newId()}@example.com`];
  const file = [
    'directory,partyId,email,name,role,accessLevel,approvalLimit,partyName',
    `customer,${one.id},${ann},Ann,Buyer,own,500,shown alone`,
    `customer,${one.id},${bob},Bob,Viewer,,,`,
    `customer,${newId()},${newId()}@example.com,Nobody,Buyer,,,`,
    `customer,${two.id},no address,Cy,Buyer,,,`,
  ].join('\n');
  const load = async (body: string, query = '') => {
    const headers = { 'content-type': 'text/csv' };
    const answer = await api.admin.call('POST', `/portal-users/import${query}`, { body, headers });
    return answer.body as {
      created: number;
      updated: number;
      unchanged: number;
      failed: number;
      results: { line: number; status: string; id?: string; problem?: { code: string } }[];
    };
  };
  const outcome = ({ created, updated, unchanged, failed }: Awaited<ReturnType<typeof load>>) => [
    created,
    updated,
    unchanged,
    failed,
  ];
  expect(outcome(await load(file, '?dryRun=true'))).toEqual([2, 0, 0, 2]);
  const loaded = await load(file);
  expect(outcome(loaded)).toEqual([2, 0, 0, 2]);
  expect(loaded.results.map(({ problem }) => problem?.code)).toEqual([
    undefined,
    undefined,
    'reference_not_found',
    'validation_failed',
  ]);
  const id = loaded.results[0]?.id ?? '';
  expect((await api.admin.call('GET', `/portal-users/${id}`)).body).toMatchObject({
    email: ann,
    accessLevel: 'own',
    approvalLimit: '500.00',
    isVerified: false,
  });
  expect(await events(id)).toContainEqual({ type: 'portal_user.invited' });
  expect(outcome(await load(file))).toEqual([0, 0, 2, 2]);
  expect(outcome(await load(`id,name\n${id},Anna`))).toEqual([0, 1, 0, 0]);
  expect(outcome(await load(`id,name,email\n${id},Anna,${bob}`))).toEqual([0, 0, 0, 1]);
});
