import { ACTIONS, RESOURCES } from '@quittance/access/host';
import { newId } from '@quittance/kernel';
import { RouteTable } from '@quittance/http/host';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { defineField, defineObject, done, everyType, made, type Json } from './objects-support.js';
import { plantRecords } from './records-support.js';

const EVERYTHING = Object.fromEntries(RESOURCES.map((name) => [name, [...ACTIONS]]));

let t: TestDatabase;
let api: TestStaffApi;

const CSV = { 'content-type': 'text/csv' };
const XLSX = {
  'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const LINES = { 'content-type': 'application/x-ndjson' };

/** What files get wrong: signs of formulas, quotes, breaks, zeros, other scripts, blanks. */
const TRYING = [
  '=1+1',
  "'=1+1",
  '+49 30',
  '-5',
  '0042',
  'a;b,c\td',
  'say "hi"',
  'two\nlines',
  'ß 東京 עברית 🦆',
  "'tis",
  'true',
  '[1]',
];

const oneLine = (text: string) => text.replace(/[\n\t]/g, ' ');

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const { admin } = api;
  await plantRecords(t, admin);
  await defineObject(admin, 'dock__c');
  await defineObject(admin, 'ship__c', everyType('dock__c'));
  const dock = await made(admin, '/objects/dock__c', { name: '=Dock' });
  const { id: account } = await made(admin, '/accounts', { name: 'Trying', externalKey: '0042' });
  for (const [i, text] of TRYING.entries()) {
    await made(admin, '/objects/ship__c', {
      name: oneLine(text),
      textarea__c: text,
      rich__c: '<p>a</p>',
      key__c: `A-${i}`,
      integer__c: 3,
      number__c: '-0.500',
      currency__c: '12.50',
      percent__c: '12.5',
      boolean__c: true,
      date__c: '2026-02-28',
      datetime__c: '2026-02-28T12:00:00Z',
      time__c: '08:30',
      email__c: 'a@example.com',
      phone__c: '+4930123456',
      url__c: 'https://example.com/?a=1',
      picklist__c: 'red',
      multi__c: ['red', 'blue'],
      json__c: { a: 1 },
      lookup__c: account,
      master__c: dock.id,
    });
  }
  // With nothing but what is asked for: an empty cell is no value.
  await made(admin, '/objects/ship__c', { name: 'Bare', master__c: dock.id, boolean__c: false });
  await defineField(admin, 'lead', { name: 'text__c', type: 'text', default: 'usual' });
  for (const text of TRYING) {
    await made(admin, '/leads', {
      name: oneLine(text),
      title: oneLine(text),
      text__c: null,
      source: 'web',
    });
  }
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const download = async (path: string, query = ''): Promise<string> =>
  String((await api.admin.call('GET', `${path}/export${query}`)).body);

/** The bytes of a file; the archive of a workbook names no time: what is the same is the same. */
async function downloadBytes(path: string, query: string): Promise<Buffer> {
  const answer = await fetch(`${api.url}${path}/export${query}`, {
    headers: { authorization: `Bearer ${api.admin.token()}` },
  });
  return Buffer.from(await answer.arrayBuffer());
}

const load = (path: string, file: string | Buffer, headers: Record<string, string>, query = '') =>
  done<Json & { results: Json[] }>(api.admin, 'POST', `${path}/import${query}`, file, headers);

/** The lists of records of objects that files are loaded into. */
function loaded(): readonly string[] {
  const routes = api.app.get(RouteTable).all();
  const posted = new Set(routes.filter((r) => r.method === 'POST').map((r) => r.path));
  return routes
    .filter(({ method, path }) => method === 'GET' && posted.has(path.replace(/export$/, 'import')))
    .filter(({ path, controller }) => path.endsWith('/export') && /Records/.test(controller.name))
    .map(({ path }) => path.replace(/\/export$/, ''))
    .flatMap((path) =>
      path === '/objects/:apiName' ? ['/objects/ship__c', '/objects/dock__c'] : [path],
    );
}

test('what is downloaded of any object is loaded again and changes nothing', async () => {
  const paths = loaded();
  expect(paths.length).toBeGreaterThan(15);
  let rows = 0;
  for (const path of paths) {
    if ((await download(path)).trim().split('\n').length < 2) continue;
    for (const [format, headers] of [
      ['csv', CSV],
      ['jsonl', LINES],
      ['xlsx', XLSX],
    ] as const) {
      const file = await downloadBytes(path, `?format=${format}`);
      const answer = await load(path, file, headers, '?emptyCells=clear');
      const { created, updated, failed, unchanged, results, ignoredColumns } = answer;
      const wrong = results.filter(({ status }) => status !== 'unchanged');
      expect([path, format, created, updated, failed, wrong]).toEqual([path, format, 0, 0, 0, []]);
      expect(unchanged).toBeGreaterThan(0);
      expect(ignoredColumns).toContain('version');
      rows += Number(unchanged);
      const again = await downloadBytes(path, `?format=${format}`);
      expect([path, format, again.equals(file)]).toEqual([path, format, true]);
    }
  }
  expect(rows).toBeGreaterThan(90);
});

test('whoever may not write some fields loads their own download, unchanged', async () => {
  const limits = {
    accounts: { phone: 'read_only', billingAddress: 'read_only', industry: 'hidden' },
    leads: { source: 'read_only', title: 'read_only', email: 'hidden' },
  };
  const role = { name: newId(), matrix: EVERYTHING, fields: limits };
  const { id: roleId } = await made(api.admin, '/roles', role);
  const user = { email: `${newId()}@example.com`, name: 'Cleo', roleIds: [roleId] };
  const { id } = await made(api.admin, '/users', user);
  const colleague = api.client(api.admin.companyId, id as never);
  for (const path of ['/accounts', '/leads']) {
    const file = String((await colleague.call('GET', `${path}/export`)).body);
    const answer = await done<Json>(colleague, 'POST', `${path}/import`, file, CSV);
    const problems = (answer.results as Json[]).flatMap(({ problem }) => problem ?? []);
    expect([path, answer.created, answer.updated, problems]).toEqual([path, 0, 0, []]);
    expect(answer.unchanged).toBeGreaterThan(1);
  }
  const lead = await made(api.admin, '/leads', { name: 'Kept', source: 'web' });
  const changed = `id,name,source\n${lead.id},Other,referral\n`;
  expect(await done(colleague, 'POST', '/leads/import', changed, CSV)).toMatchObject({
    failed: 1,
    results: [{ problem: { errors: [{ pointer: '/source', code: 'read_only' }] } }],
  });
  const headers = [
    { body: 'id,email\n', headers: CSV },
    { body: 'id,nonsense\n', headers: CSV },
  ];
  const [hidden, unknown] = await Promise.all(
    headers.map((call) => colleague.call('POST', '/leads/import', call)),
  );
  expect(hidden?.body).toMatchObject({
    code: 'import_columns_invalid',
    errors: [{ parameter: 'email', code: 'unknown_field' }],
  });
  expect(unknown?.status).toBe(hidden?.status);
});

test('records come to another company by what they point at, named there', async () => {
  const other = await startOther();
  const columns = [
    'name',
    ...everyType('dock__c')
      .filter(({ type }) => !/^(formula|auto_number|file|lookup|master_detail)$/.test(type))
      .map(({ name }) => name),
    'lookup__c.externalKey',
    'master__c.name',
  ];
  const query = `?sort=key__c,name&fields=${columns.join()}`;
  const file = await download('/objects/ship__c', query);
  const headers = { ...CSV };
  const sent = await other('POST', '/objects/ship__c/import?emptyCells=clear', file, headers);
  expect(sent).toMatchObject({ created: TRYING.length + 1, failed: 0 });
  expect(await other('GET', `/objects/ship__c/export${query}`)).toBe(file);
});

/** A company with the same objects and customers, and nothing else. */
async function startOther() {
  const client = await api.newAdmin();
  await defineObject(client, 'dock__c');
  await defineObject(client, 'ship__c', everyType('dock__c'));
  await made(client, '/objects/dock__c', { name: '=Dock' });
  await made(client, '/accounts', { name: 'Trying', externalKey: '0042' });
  return async (method: string, path: string, body?: string, headers = {}) => {
    const answer = await client.call(method, path, {
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return answer.body as Json;
  };
}

test('a value that matchBy asks for says more than an id of another company', async () => {
  const other = await api.newAdmin();
  const [here] = (await done<{ data: Json[] }>(api.admin, 'GET', '/accounts?search=Trying')).data;
  const mine = await made(other, '/accounts', { name: 'Old', externalKey: '0042' });
  const file = `id,name,externalKey\n${String(here?.id)},Trying,0042\n${newId()},Unkeyed,\n`;
  const load = (query: string, body: string, path = '/accounts') =>
    done<{ results: Json[] }>(other, 'POST', `${path}/import${query}`, body, CSV);
  const said = (message: RegExp) => expect.stringMatching(message) as unknown;
  const leave = said(
    /leave the column `id` out, or match by a unique field \(matchBy=externalKey\)/,
  );
  const unknown = { status: 'failed', problem: { errors: [{ pointer: '/id', message: leave }] } };
  expect(await load('', file)).toMatchObject({ failed: 2, results: [unknown, unknown] });
  expect(await load('?matchBy=externalKey', file)).toMatchObject({
    created: 0,
    ignoredColumns: ['id'],
    results: [{ status: 'updated', id: mine.id }, unknown],
  });
  const names = `lastName,accountId,ownerId\nOne,Trying,\nTwo,${mine.id},${newId()}\n`;
  const { results } = await load('', names, '/contacts');
  const instead = (column: string) => ({ message: said(new RegExp(`name it by \`${column}\``)) });
  expect(results).toMatchObject([
    {
      problem: { errors: [{ pointer: '/accountId', code: 'format', ...instead('account.name') }] },
    },
    { problem: { errors: [{ pointer: '/ownerId', ...instead('owner.name') }] } },
  ]);
});

test('people name columns, choices, numbers and records as they do', async () => {
  await done(api.admin, 'PATCH', '/company', {
    address: { line1: '1 High Street', city: 'Berlin', postalCode: '10115', country: 'DE' },
  });
  const file = 'Name;E-mail;Phone;Source;createdAt\nEva;eva@example.com;030 123456;web;x\n';
  const answer = await load('/leads', file, CSV);
  expect(answer).toMatchObject({ created: 1, ignoredColumns: ['createdAt'] });
  const [lead] = (await done<{ data: Json[] }>(api.admin, 'GET', '/leads?search=eva@example.com'))
    .data;
  expect(lead).toMatchObject({ phone: '+4930123456', source: 'web', text__c: 'usual' });
  const chosen = 'Name,picklist__c,multi__c,master.name,master__c.name\n';
  expect(
    (await api.admin.call('POST', '/objects/ship__c/import', { body: chosen, headers: CSV })).body,
  ).toMatchObject({ errors: [{ parameter: 'master.name', code: 'unknown_field' }] });
  const ship = 'Name,picklist__c,multi__c,master__c.name\nRedder,RED,Red; blue,=Dock\n';
  expect(await load('/objects/ship__c', ship, CSV)).toMatchObject({ created: 1 });
  const named = 'lastName,account.name\nKnown,Trying\nLost,Nobody Ltd\n';
  const { results } = await load('/contacts', named, CSV);
  expect(results).toMatchObject([
    { status: 'created' },
    {
      status: 'failed',
      problem: { errors: [{ pointer: '/accountId', code: 'reference_not_found' }] },
    },
  ]);
  await made(api.admin, '/accounts', { name: 'Trying' });
  const twice = await load('/contacts', 'lastName,account.name\nTorn,Trying\n', CSV);
  expect(twice.results).toMatchObject([{ problem: { errors: [{ code: 'ambiguous' }] } }]);
  const wrong = { body: 'lastName,account.phone\nx,y\n', headers: CSV };
  expect((await api.admin.call('POST', '/contacts/import', wrong)).body).toMatchObject({
    code: 'import_columns_invalid',
  });
});

test('a line that is no object is told with what became of the others', async () => {
  const lines = '{"name":"First"}\n{"name":\n{"name":"Third"}\n';
  expect(await load('/leads', lines, LINES)).toMatchObject({
    created: 2,
    failed: 1,
    results: [
      { line: 1, status: 'created' },
      { line: 2, status: 'failed', problem: { code: 'import_file_not_readable' } },
      { line: 3, status: 'created' },
    ],
  });
});

test('numbers and days are taken as a country writes them, where it is told which', async () => {
  const rows = ['Viel;1.234,50;28.02.2027', 'Beides;1.234;28.02.2027', 'Nie;7,5;31.02.2027'];
  const lines = rows.map((row) => `${row};=Dock\n`).join('');
  const file = `name;currency__c;date__c;master__c.name\n${lines}`;
  const answer = await load('/objects/ship__c', file, CSV, '?decimal=comma&dates=dmy');
  expect(answer).toMatchObject({
    created: 1,
    results: [
      { status: 'created' },
      { problem: { errors: [{ pointer: '/currency__c', code: 'ambiguous' }] } },
      { problem: { errors: [{ pointer: '/date__c', code: 'format' }] } },
    ],
  });
  const id = String(answer.results[0]?.id);
  expect(await done(api.admin, 'GET', `/objects/ship__c/${id}`)).toMatchObject({
    currency__c: '1234.50',
    date__c: '2027-02-28',
  });
  const untold = await load('/objects/ship__c', file, CSV);
  expect(untold).toMatchObject({ created: 0, failed: 3 });
  const call = { body: '{"name":"x"}\n', headers: LINES };
  const json = await api.admin.call('POST', '/objects/ship__c/import?decimal=comma', call);
  expect(json.body).toMatchObject({ errors: [{ parameter: 'decimal', code: 'not_allowed' }] });
});
