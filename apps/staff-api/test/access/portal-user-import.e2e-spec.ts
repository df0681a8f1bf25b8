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

const made = async (path: string, body: object) =>
  (await api.admin.call('POST', path, { body })).body as { id: string; email: string };
const account = () => made('/accounts', { name: `Acme ${newId()}` });
const user = (partyId: string, directory: string) => {
  const email = `${newId()}@example.com`;
  return made('/portal-users', { directory, partyId, email, name: 'Ada', role: 'Buyer' });
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
  const load = async (body: string, query = '', type = 'text/csv') => {
    const headers = { 'content-type': type };
    const answer = await api.admin.call('POST', `/portal-users/import${query}`, { body, headers });
    return answer.body as {
      created: number;
      updated: number;
      unchanged: number;
      failed: number;
      ignoredColumns: string[];
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
  // What is downloaded is taken back as it is.
  const about = `/portal-users/export?search=${ann}&directory=customer&format=`;
  for (const [format, type] of Object.entries({ csv: 'text/csv', jsonl: 'application/x-ndjson' })) {
    const download = await api.admin.call('GET', about + format);
    expect([download.status, String(download.body)]).toEqual([200, expect.stringContaining(ann)]);
    const again = await load(String(download.body), '', type);
    expect([outcome(again), again.results[0]?.problem]).toEqual([[0, 0, 1, 0], undefined]);
    expect(again.ignoredColumns).toEqual(expect.arrayContaining(['createdAt', 'updatedAt']));
  }
  expect((await api.admin.call('GET', `${about}xlsx`)).status).toBe(200);
  expect((await api.admin.call('GET', '/portal-users?format=csv')).status).toBe(400);
  expect(outcome(await load(`id,name\n${id},Anna`))).toEqual([0, 1, 0, 0]);
  expect(outcome(await load(`id,name,email\n${id},Anna,${bob}`))).toEqual([0, 0, 0, 1]);
});

test('a row with what no user has is refused, and those behind it are taken', async () => {
  const { id: party } = await account();
  const [ann, zoe] = [`${newId()}@example.com`, `${newId()}@example.com`];
  const headers = { 'content-type': 'text/csv' };
  const load = async (query: string, lines: readonly string[]) => {
    const body = lines.join('\n');
    const answer = await api.admin.call('POST', `/portal-users/import${query}`, { body, headers });
    const { results } = answer.body as {
      results: { status: string; id?: string; problem?: { errors: { pointer: string }[] } }[];
    };
    return results.map(({ status, problem }) => problem?.errors[0]?.pointer ?? status);
  };
  const file = [
    'directory,partyId,email,name,role,username,contactId',
    `customer,${party},${ann},Ann,Buyer,ann@acme.com,`,
    `customer,${party},${ann},Ann,Buyer,ann of acme,`,
    `customer,${party},${ann},Ann,Buyer,,Ann`,
    `customer,${party},${zoe},Zoe,Buyer,zoe-${party},`,
  ];
  const refused = ['/username', '/username', '/contactId'];
  expect(await load('?dryRun=true', file)).toEqual([...refused, 'created']);
  expect(await load('', file)).toEqual([...refused, 'created']);
  const known = file.map((line) => line.replace(ann, zoe));
  expect(await load('', known)).toEqual([...refused, 'unchanged']);
});

test('whoever reaches own accounts alone makes and sees no user of another’s', async () => {
  const [mine, theirs] = [await account(), await account()];
  const supplier = await made('/ledger-accounts', {
    kind: 'supplier',
    name: `Party ${newId()}`,
    defaultCurrency: 'EUR',
  });
  const matrix = Object.fromEntries(
    ['accounts', 'ledger-accounts', 'portal-users', 'self-service-quotes'].map((name) => [
      name,
      ['view', 'create', 'update', 'import'],
    ]),
  );
  const scopes = { accounts: 'own', 'ledger-accounts': 'own' };
  const role = await made('/roles', { name: newId(), matrix, scopes });
  const body = { email: `${newId()}@example.com`, name: 'Rex', roleIds: [role.id] };
  const rex = api.client(api.company.companyId, (await made('/users', body)).id as never);
  await api.admin.call('PATCH', `/accounts/${mine.id}`, { body: { ownerId: rex.userId } });
  const told = await user(theirs.id, 'customer');
  const seller = await user(supplier.id, 'vendor');
  const body1 = (partyId: string, directory = 'customer') => ({
    directory,
    partyId,
    name: 'Rex',
    role: 'Admin',
    accessLevel: 'account_tree',
    email: `${newId()}@example.com`,
  });
  const send = async (path: string, sent?: object) => {
    const answer = await rex.call(sent ? 'POST' : 'GET', path, sent ? { body: sent } : {});
    const { code, errors } = (answer.body ?? {}) as Record<string, unknown>;
    return [answer.status, code, errors];
  };
  expect((await send('/portal-users', body1(mine.id)))[0]).toBe(201);
  for (const [partyId, directory] of [
    [theirs.id, 'customer'],
    [supplier.id, 'vendor'],
  ] as const) {
    const beyond = await send('/portal-users', body1(partyId, directory));
    expect(beyond).toEqual(await send('/portal-users', body1(newId(), directory)));
    expect(beyond).toMatchObject([422, 'reference_not_found', [{ pointer: '/partyId' }]]);
  }
  const listed = JSON.stringify((await rex.call('GET', '/portal-users')).body);
  expect([mine.id, theirs.id, supplier.id].map((id) => listed.includes(id))).toEqual([
    true,
    false,
    false,
  ]);
  for (const id of [told.id, seller.id]) {
    expect((await send(`/portal-users/${id}`))[0]).toBe(404);
    expect((await send(`/portal-users/${id}/invite`, {}))[0]).toBe(404);
    expect((await send(`/portal-users/${id}/change-email`, { email: 'x@example.com' }))[0]).toBe(
      404,
    );
  }
  const row = (email: string) => ({ ...body1(theirs.id), accessLevel: 'account', email });
  const files = [told.email, `${newId()}@example.com`].map(async (email) => {
    const said = Object.entries(row(email));
    const names = said.map(([name]) => name).join(',');
    const body = `${names}\n${said.map(([, value]) => value).join(',')}\n`;
    const headers = { 'content-type': 'text/csv' };
    const answer = await rex.call('POST', '/portal-users/import', { body, headers });
    return JSON.stringify(answer.body);
  });
  const [known, unknown] = await Promise.all(files);
  expect(known).toContain('reference_not_found');
  expect(known).toBe(unknown);
});
