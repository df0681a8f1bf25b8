import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, newRole, refusal } from './members.js';
import { made } from '../objects/objects-support.js';

const CSV = { headers: { accept: 'text/csv' } };

let t: TestDatabase;
let api: TestStaffApi;
let seller: StaffClient;
/** Leads of the seller and of somebody else. */
let own: string;
let other: string;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const viewer = await newRole(api.admin, {
    matrix: { leads: ['view'], accounts: ['view', 'update'] },
  });
  const sales = await newRole(api.admin, {
    matrix: {
      leads: ['view', 'create', 'update', 'delete', 'export', 'bulk_update', 'clone', 'import'],
      accounts: ['view', 'create', 'delete'],
      documents: ['view', 'update', 'delete'],
    },
    scopes: { leads: 'own', accounts: 'own' },
  });
  const body = { email: `${newId()}@example.com`, name: 'Sal', roleIds: [viewer, sales] };
  const { id } = bodyOf<{ id: never }>(await api.admin.call('POST', '/users', { body }));
  seller = api.client(api.company.companyId, id);
  own = (await made(seller, '/leads', { name: 'Mine' })).id as string;
  other = (await made(api.admin, '/leads', { name: 'Theirs' })).id as string;
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

describe('who views all records by one role and works on their own by another', () => {
  test('views all of them', async () => {
    expect((await seller.call('GET', '/leads')).body).toMatchObject({ total: 2 });
    expect((await seller.call('GET', `/leads/${other}`)).status).toBe(200);
  });

  test('changes and copies their own', async () => {
    const body = { title: 'Director' };
    expect((await seller.call('PATCH', `/leads/${own}`, { body })).status).toBe(200);
    const refused = [
      await seller.call('PATCH', `/leads/${other}`, { body }),
      await seller.call('DELETE', `/leads/${other}`),
      await seller.call('POST', `/leads/${other}/clone`, { body: {} }),
    ];
    expect(refused.map(refusal)).toEqual(refused.map(() => [404, 'not_found']));
  });

  test('changes none but their own among many, by id, by filter and from a file', async () => {
    const patch = { title: 'Chief' };
    const bulk = (body: object) => seller.call('POST', '/leads/bulk', { body: { ...body, patch } });
    const filter = { field: 'name', op: 'isSet' };
    expect((await bulk({ ids: [own, other] })).body).toMatchObject({ updated: 1, failed: 1 });
    expect((await bulk({ filter })).body).toMatchObject({ updated: 0, unchanged: 1, failed: 0 });
    const headers = { 'content-type': 'text/csv' };
    const body = `id,title\n${own},Head\n${other},Head\n`;
    const loaded = await seller.call('POST', '/leads/import', { body, headers });
    expect(loaded.body).toMatchObject({ updated: 1, failed: 1 });
    expect((await api.admin.call('GET', `/leads/${other}`)).body).toMatchObject({ title: null });
  });

  test('changes and deletes the documents of their own', async () => {
    const headers = { 'content-type': 'text/plain' };
    const attach = (to: string) =>
      api.admin.call('POST', `/leads/${to}/documents?fileName=a.txt`, { body: 'a', headers });
    const { id } = bodyOf<{ id: string }>(await attach(other));
    expect((await seller.call('GET', `/documents/${id}`)).status).toBe(200);
    const refused = [
      await seller.call('PATCH', `/documents/${id}`, { body: { fileName: 'b.txt' } }),
      await seller.call('DELETE', `/documents/${id}`),
    ];
    expect(refused.map(refusal)).toEqual(refused.map(() => [404, 'not_found']));
    const mine = bodyOf<{ id: string }>(await attach(own));
    expect((await seller.call('DELETE', `/documents/${mine.id}`)).status).toBe(204);
  });

  test('takes no account away that they may only change by making it part of another', async () => {
    const mine = await made(seller, '/accounts', { name: 'Mine' });
    const theirs = await made(api.admin, '/accounts', { name: 'Theirs' });
    const body = { loserId: theirs.id };
    const merged = await seller.call('POST', `/accounts/${mine.id as string}/merge`, { body });
    expect(merged.status).not.toBe(200);
    const path = `/accounts/${theirs.id as string}`;
    expect((await seller.call('PATCH', path, { body: { name: 'Still' } })).status).toBe(200);
  });

  test('downloads their own', async () => {
    const { body } = await seller.call('GET', '/leads', CSV);
    expect(body).toContain('Mine');
    expect(body).not.toContain('Theirs');
  });

  test('is told so', async () => {
    expect((await seller.call('GET', '/auth/permissions')).body).toMatchObject({
      scopes: { leads: 'all' },
      narrower: { leads: { update: 'own', delete: 'own', export: 'own' } },
    });
  });
});
