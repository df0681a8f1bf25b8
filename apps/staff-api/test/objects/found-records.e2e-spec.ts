import { CreateRole, CreateUser } from '@quittance/access/host';
import { newId } from '@quittance/kernel';
import { inflateRawSync } from 'node:zlib';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { defineObject, done, made, type Made } from './objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let acme: Made;
let invoice: Made & { number: string | null };

async function person(
  matrix: Readonly<Record<string, string[]>>,
  scopes: Readonly<Record<string, 'own'>> = {},
): Promise<StaffClient> {
  const rights = { name: newId(), matrix, scopes };
  const role = await new CreateRole(t.db).execute(api.company, rights as never);
  const { id } = await new CreateUser(t.db).execute(api.company, {
    email: `${newId()}@example.com`,
    name: 'Pat Person',
    roleIds: [role.id],
  });
  return api.client(api.company.companyId, id);
}

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  ({ admin } = api);
  acme = await made(admin, '/accounts', { name: 'Müller & Söhne Acme', externalKey: 'CRM-7' });
  await made(admin, '/contacts', {
    firstName: 'Ada',
    lastName: 'Acmeson',
    email: 'ada@lovelace.example',
    accountId: acme.id,
  });
  await made(admin, '/leads', { name: 'The Acme lead' });
  await made(admin, '/leads', { name: 'Acme' });
  await defineObject(admin, 'ship__c');
  await made(admin, '/objects/ship__c', { name: 'SS Acme' });
  const lines = [{ description: 'Work', quantity: '1', unitPrice: '10' }];
  const draft = await made(admin, '/invoices', { accountId: acme.id, currency: 'EUR', lines });
  invoice = await done(admin, 'POST', `/invoices/${draft.id}/send`);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

interface Found {
  readonly data: readonly {
    readonly object: string;
    readonly found: readonly { id: string; label: string; context: string | null; path: string }[];
  }[];
  readonly more: boolean;
}

const search = (as: StaffClient, q: string) =>
  done<Found>(as, 'GET', `/search?q=${encodeURIComponent(q)}`);
const labels = ({ data }: Found) =>
  data.flatMap(({ object, found }) => found.map(({ label }) => `${object}: ${label}`));

describe('one search over all', () => {
  test('finds words of names in every object, what is named so first', async () => {
    const found = await search(admin, 'acme');
    expect(labels(found)).toEqual(
      [
        'lead: Acme',
        'lead: The Acme lead',
        'contact: Ada Acmeson',
        'account: Müller & Söhne Acme',
        'ship__c: SS Acme',
      ].sort((a, b) => labels(found).indexOf(a) - labels(found).indexOf(b)),
    );
    expect(found.data[0]?.found[0]?.label).toBe('Acme');
    expect(found.more).toBe(false);
  });

  test.each([
    ['muller soh', 'account: Müller & Söhne Acme'],
    ['crm-7', 'account: Müller & Söhne Acme'],
    ['lovelace', 'contact: Ada Acmeson'],
    ['ADA@LOVE', 'contact: Ada Acmeson'],
  ])('%j is %s', async (q, one) => {
    expect(labels(await search(admin, q))).toEqual([one]);
  });

  test('a number is found as it is typed, with its customer beside it', async () => {
    const number = invoice.number as string;
    const found = await search(admin, number.toLowerCase());
    expect(labels(found)).toEqual([`invoice: ${number}`]);
    const [row] = found.data[0]?.found ?? [];
    expect(row).toMatchObject({ id: invoice.id, path: `/invoices/${invoice.id}` });
    expect(row?.context).toContain('Müller & Söhne Acme');
  });

  test('shows nothing of what may not be viewed, nor of what is beyond the scope', async () => {
    const leads = await person({ leads: ['view', 'create'] });
    expect(labels(await search(leads, 'acme')).sort()).toEqual([
      'lead: Acme',
      'lead: The Acme lead',
    ]);
    const own = await person({ leads: ['view', 'create'], contacts: ['view'] }, { leads: 'own' });
    await made(own, '/leads', { name: 'Acme of mine' });
    expect(labels(await search(own, 'acme')).sort()).toEqual([
      'contact: Ada Acmeson',
      'lead: Acme of mine',
    ]);
    // The account of the contact is another object, which this one may not view.
    const [contact] = (await search(own, 'acmeson')).data[0]?.found ?? [];
    expect(contact?.context).not.toContain('Müller');
  });

  test('forgets names that are changed and records that are deleted', async () => {
    const lead = await made(admin, '/leads', { name: 'Zebedee' });
    await done(admin, 'PATCH', `/leads/${lead.id}`, { name: 'Dougal' });
    expect(labels(await search(admin, 'zebedee'))).toEqual([]);
    expect(labels(await search(admin, 'dougal'))).toEqual(['lead: Dougal']);
    await done(admin, 'DELETE', `/leads/${lead.id}`);
    expect(labels(await search(admin, 'dougal'))).toEqual([]);
    const kept = await t.db.read(api.company, (tx) =>
      tx.rows(`select word from objects.search_word where company_id = $1 and record_id = $2`, [
        api.company.companyId,
        lead.id,
      ]),
    );
    expect(kept).toEqual([]);
  });

  test.each(['', 'a', 'x'.repeat(101)])('refuses %j', async (q) => {
    expect((await admin.call('GET', `/search?q=${q}`)).status).toBe(422);
  });
});

test('a copy points where its original does, whoever may see that', async () => {
  const deal = await made(admin, '/deals', { name: 'Big', accountId: acme.id, currency: 'EUR' });
  const copies = await person({ deals: ['view', 'clone'] });
  const copy = await made(copies, `/deals/${deal.id}/clone`, {});
  expect(copy).toMatchObject({ accountId: acme.id, pipelineId: deal.pipelineId });
  const other = await made(admin, '/accounts', { name: 'Other' });
  const sent = { body: { accountId: other.id } };
  expect((await copies.call('POST', `/deals/${deal.id}/clone`, sent)).status).toBe(422);
});

describe('the type-ahead of a list', () => {
  const lookup = async (as: StaffClient, path: string) =>
    (await done<{ data: { label: string; context: string | null }[] }>(as, 'GET', path)).data;

  test('tells records of one name apart, and begins with the latest', async () => {
    expect(await lookup(admin, '/contacts/lookup?q=ada')).toEqual([
      {
        id: expect.any(String),
        label: 'Ada Acmeson',
        context: 'Müller & Söhne Acme · ada@lovelace.example',
      },
    ]);
    const latest = await lookup(admin, '/leads/lookup?pageSize=1');
    expect(latest).toHaveLength(1);
    expect(await lookup(admin, '/objects/ship__c/lookup?q=acme')).toHaveLength(1);
    const number = invoice.number as string;
    expect(await lookup(admin, `/invoices/lookup?q=${number.slice(0, 4)}`)).toHaveLength(1);
  });

  test('keeps to rights and scope, and refuses what it does not know', async () => {
    const own = await person({ leads: ['view'] }, { leads: 'own' });
    expect(await lookup(own, '/leads/lookup?q=acme')).toEqual([]);
    expect((await own.call('GET', '/accounts/lookup?q=acme')).status).toBe(403);
    expect((await admin.call('GET', '/leads/lookup?pageSize=51')).status).toBe(422);
    expect((await admin.call('GET', '/leads/lookup?filter=x')).status).toBe(400);
    expect((await admin.call('GET', '/leads/lookup?q=%00')).status).toBe(400);
  });
});

describe('the download of a list', () => {
  const text = async (path: string) => String((await admin.call('GET', path)).body);

  test('has all columns, the id first, unless fields are named', async () => {
    const all = await text('/leads/export?sort=name');
    expect(all.split('\n')[0]).toMatch(/^id,version,name,.*,updatedBy$/);
    expect(all.split('\n').filter(Boolean)).toHaveLength(4);
    expect(await text('/contacts/export?fields=name,account.name')).toBe(
      'name,account.name\nAda Acmeson,Müller & Söhne Acme\n',
    );
    const filter = JSON.stringify({ field: 'name', op: 'eq', value: 'Acme' });
    const lines = await text(`/leads/export?format=jsonl&filter=${encodeURIComponent(filter)}`);
    expect(JSON.parse(lines)).toMatchObject({ name: 'Acme' });
  });

  test('asks for the right to export', async () => {
    const looks = await person({ leads: ['view'] });
    expect((await looks.call('GET', '/leads/export')).status).toBe(403);
    const takes = await person({ leads: ['export'] });
    expect((await takes.call('GET', '/leads/export')).status).toBe(403);
    expect((await admin.call('GET', '/leads/export?format=pdf')).status).toBe(400);
    expect((await admin.call('GET', '/leads/export?page=2')).status).toBe(400);
  });

  test('is a workbook whose texts are no formulas', async () => {
    await made(admin, '/leads', { name: '=1+1 <&> "0042"' });
    const answer = await fetch(`${api.url}/leads/export?format=xlsx&fields=name&search=0042`, {
      headers: { authorization: `Bearer ${admin.token()}` },
    });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="leads.xlsx"');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(filesIn(bytes)['xl/worksheets/sheet1.xml']).toContain(
      '<row><c t="inlineStr"><is><t xml:space="preserve">name</t></is></c></row>' +
        '<row><c t="inlineStr"><is><t xml:space="preserve">=1+1 &lt;&amp;&gt; "0042"</t></is></c>',
    );
  });
});

/** As a reader of archives goes about it: by the list at the end. */
function filesIn(bytes: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  const end = bytes.length - 22;
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 8); left > 0; left -= 1) {
    const [packed, named, head] = [20, 28, 42].map((offset) =>
      offset === 28 ? bytes.readUInt16LE(at + offset) : bytes.readUInt32LE(at + offset),
    ) as [number, number, number];
    const name = bytes.toString('utf8', at + 46, at + 46 + named);
    const start = head + 30 + bytes.readUInt16LE(head + 26);
    files[name] = inflateRawSync(bytes.subarray(start, start + packed)).toString();
    at += 46 + named;
  }
  return files;
}
