import { newId, type UserId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import { defineObject, done, made, type Json, type Made } from '../objects/objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
/** Documents by the name of their record. */
const documents: Record<string, Made> = {};

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  await defineObject(admin, 'ship__c');
  await defineObject(admin, 'port__c');
  const records: [string, string, object][] = [
    ['lead', '/leads', { name: 'Ada' }],
    ['other lead', '/leads', { name: 'Bob' }],
    ['account', '/accounts', { name: 'Acme' }],
    ['product', '/products', { sku: newId(), name: 'Seat' }],
    ['ship', '/objects/ship__c', { name: 'Fram' }],
    ['port', '/objects/port__c', { name: 'Oslo' }],
  ];
  for (const [name, path, body] of records) {
    const record = await made(admin, path, body);
    documents[name] = await attach(`${path}/${record.id}`, `${name}.txt`);
  }
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

async function attach(record: string, fileName: string, by = admin): Promise<Made> {
  const answer = await by.call('POST', `${record}/documents?fileName=${fileName}`, {
    body: `text of ${fileName}`,
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Made;
}

interface Page {
  readonly data: readonly { readonly fileName: string }[];
  readonly total?: number;
  readonly nextCursor?: string | null;
}
const page = (query = '', by = admin) => done<Page>(by, 'GET', `/documents?${query}`);
const namesOf = ({ data }: Page) => data.map(({ fileName }) => fileName.replace('.txt', ''));
const where = (field: string, op: string, value: unknown) =>
  `filter=${encodeURIComponent(JSON.stringify({ field, op, value }))}`;
const own = (name: string) => `/documents/${documents[name]?.id}`;

/** A colleague who sees their own records of some resources only. */
async function ownerOf(matrix: Json, scopes: Json): Promise<StaffClient> {
  const role = { name: `Own ${newId()}`, matrix, scopes };
  const roleIds = [bodyOf<{ id: string }>(await admin.call('POST', '/roles', { body: role })).id];
  const person = { email: `${newId()}@example.com`, name: 'Own', roleIds };
  const user = await admin.call('POST', '/users', { body: person });
  return api.client(api.company.companyId, bodyOf<{ id: UserId }>(user).id);
}

describe('/documents', () => {
  it('lists those of all records, filtered, sorted, counted and walked', async () => {
    const all = ['account', 'lead', 'other lead', 'port', 'product', 'ship'];
    const sorted = await page('sort=fileName&page=1');
    expect([namesOf(sorted), sorted.total]).toEqual([all, 6]);
    const leads = await page(`${where('object', 'eq', 'lead')}&sort=-fileName`);
    expect([namesOf(leads), leads.total]).toEqual([['other lead', 'lead'], 2]);
    const { recordId } = documents.lead as Made;
    expect(namesOf(await page(where('recordId', 'eq', recordId)))).toEqual(['lead']);
    expect((await page(where('visibility', 'eq', 'customer'))).total).toBe(0);
    expect((await page(where('size', 'gte', 1))).total).toBe(6);
    expect((await page(where('mimeType', 'eq', 'text/plain'))).total).toBe(6);
    expect((await page(where('createdBy', 'eq', admin.userId))).total).toBe(6);
    expect(namesOf(await page('search=oth'))).toEqual(['other lead']);
    const walked: string[] = [];
    for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined;) {
      const next: Page = await page(`sort=fileName&pageSize=4&cursor=${cursor}`);
      walked.push(...namesOf(next));
      cursor = next.nextCursor;
    }
    expect(walked).toEqual(all);
    const headers = { accept: 'text/csv' };
    const csv = String((await admin.call('GET', '/documents', { headers })).body);
    expect(csv.trim().split('\n')).toHaveLength(7);
  });

  it('gives one with its file, to be saved', async () => {
    expect(await done(admin, 'GET', own('ship'))).toEqual(documents.ship);
    const file = await admin.call('GET', `${own('ship')}/download`);
    expect(file.body).toBe('text of ship.txt');
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-disposition': 'attachment; filename="ship.txt"',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await admin.call('GET', `/documents/${newId()}`)).status).toBe(404);
  });

  it('changes and deletes as at the record', async () => {
    const lead = await made(admin, '/leads', { name: 'Cy' });
    const document = await attach(`/leads/${lead.id}`, 'offer.txt');
    const path = `/documents/${document.id}`;
    const change = { visibility: 'customer', fileName: 'offer 2.txt' };
    const changed = await done(admin, 'PATCH', path, change, { 'if-match': '"1"' });
    expect(changed).toMatchObject({ ...change, version: 2 });
    const stale = { body: { visibility: 'internal' }, headers: { 'if-match': '"1"' } };
    expect((await admin.call('PATCH', path, stale)).status).toBe(412);
    expect((await page(where('visibility', 'eq', 'customer'))).total).toBe(1);
    await done(admin, 'DELETE', path);
    expect((await admin.call('GET', path)).status).toBe(404);
    expect((await page(where('recordId', 'eq', lead.id))).total).toBe(0);
    const { data } = await done<Page>(admin, 'GET', `/leads/${lead.id}/documents`);
    expect(data).toEqual([]);
  });

  it('of a deleted record are gone', async () => {
    const lead = await made(admin, '/leads', { name: 'Di' });
    const { id } = await attach(`/leads/${lead.id}`, 'gone.txt');
    await done(admin, 'DELETE', `/leads/${lead.id}`);
    for (const path of [`/documents/${id}`, `/documents/${id}/download`]) {
      expect(refusal(await admin.call('GET', path))).toEqual([404, 'not_found']);
    }
    expect((await page('search=gone')).total).toBe(0);
  });
});

describe('a document whose record is not seen', () => {
  const UNSEEN = [404, 'not_found'];

  it('for want of the right on it, is in no list, no total, and not found', async () => {
    const documentsToo = { documents: ['view', 'update', 'delete'] };
    const rights = { leads: ['view'], 'objects/ship__c': ['view'], ...documentsToo };
    const member = await memberWith(api, { matrix: rights });
    const seen = await page('sort=fileName&page=1', member);
    expect([namesOf(seen), seen.total]).toEqual([['lead', 'other lead', 'ship'], 3]);
    expect((await member.call('GET', own('lead'))).status).toBe(200);
    for (const name of ['account', 'port', 'product']) {
      expect(refusal(await member.call('GET', own(name)))).toEqual(UNSEEN);
      expect(refusal(await member.call('GET', `${own(name)}/download`))).toEqual(UNSEEN);
      expect(refusal(await member.call('DELETE', own(name)))).toEqual(UNSEEN);
      const body = { visibility: 'vendor' };
      expect(refusal(await member.call('PATCH', own(name), { body }))).toEqual(UNSEEN);
    }
    const nothing = await memberWith(api, { matrix: documentsToo });
    expect(await page('page=1', nothing)).toMatchObject({ data: [], total: 0 });
    const without = await memberWith(api, { matrix: { leads: ['view'] } });
    expect(refusal(await without.call('GET', '/documents'))).toEqual([403, 'permission_denied']);
  });

  it('for want of the right to change it, is not changed', async () => {
    const matrix = { leads: ['view'], documents: ['view', 'update', 'delete'] };
    const member = await memberWith(api, { matrix });
    const patched = await member.call('PATCH', own('lead'), { body: { visibility: 'vendor' } });
    expect(patched.body).toMatchObject({ status: 403, resource: 'leads', action: 'update' });
    const deleted = await member.call('DELETE', own('lead'));
    expect(deleted.body).toMatchObject({ status: 403, resource: 'leads', action: 'delete' });
    expect(await done(admin, 'GET', own('lead'))).toMatchObject({ visibility: 'internal' });
  });

  it('for it is beyond their scope, neither', async () => {
    const rights = ['view', 'create', 'update', 'delete'];
    const matrix = { leads: rights, accounts: ['view'], products: ['view'], documents: rights };
    const withShips = { ...matrix, 'objects/ship__c': rights, 'objects/port__c': rights };
    const scopes = { leads: 'own', accounts: 'team', 'objects/ship__c': 'own' };
    const member = await ownerOf(withShips, scopes);
    const mine = await made(member, '/leads', { name: 'Mine' });
    await attach(`/leads/${mine.id}`, 'mine.txt', member);
    const seen = await page('sort=fileName&page=1', member);
    expect([namesOf(seen), seen.total]).toEqual([['mine', 'port', 'product'], 3]);
    for (const name of ['lead', 'account', 'ship']) {
      expect(refusal(await member.call('GET', own(name)))).toEqual(UNSEEN);
      expect(refusal(await member.call('DELETE', own(name)))).toEqual(UNSEEN);
    }
  });

  it('for it is another company’s, neither', async () => {
    const stranger = await api.newAdmin();
    expect(await page('page=1', stranger)).toMatchObject({ data: [], total: 0 });
    expect(refusal(await stranger.call('GET', own('lead')))).toEqual(UNSEEN);
  });
});
