import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import { done, made, type Json, type Made } from '../objects/objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const account = (name = 'Acme'): Promise<Made> => made(admin, '/accounts', { name });
const product = (sku: string): Promise<Made> =>
  made(admin, '/products', { sku, name: `Product ${sku}` });

const pointers = (body: unknown) =>
  (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);

describe('/assets', () => {
  it('keeps what was sold to whom, and until when its warranty lasts', async () => {
    const [{ id: accountId }, { id: productId }] = [await account(), await product('P-1')];
    const body = {
      accountId,
      productId,
      serial: 'SN-0001',
      installedOn: '2026-03-01',
      warrantyUntil: '2028-02-29',
    };
    const asset = await made(admin, '/assets', body);
    expect(asset).toMatchObject({ ...body, name: 'SN-0001', status: 'installed', version: 1 });
    expect(asset).toMatchObject({ ownerId: admin.userId, createdBy: admin.userId });
    const repair = await done(admin, 'PATCH', `/assets/${asset.id}`, { status: 'in_repair' });
    expect(repair).toMatchObject({ status: 'in_repair', version: 2 });
    const until = { field: 'warrantyUntil', op: 'lte', value: '2028-12-31' };
    const filter = encodeURIComponent(JSON.stringify(until));
    const { data } = await done<{ data: Json[] }>(admin, 'GET', `/assets?filter=${filter}`);
    expect(data.map(({ id }) => id)).toEqual([asset.id]);
  });

  it('names all that is wrong with one', async () => {
    const dates = { installedOn: '2026-03-02', warrantyUntil: '2026-03-01' };
    const answer = await admin.call('POST', '/assets', { body: { status: 'installed', ...dates } });
    expect(answer.status).toBe(422);
    expect(pointers(answer.body).sort()).toEqual(['/accountId', '/name', '/warrantyUntil']);
    const stock = await made(admin, '/assets', { serial: 'SN-0002' });
    expect(stock).toMatchObject({ status: 'in_stock', accountId: null });
    for (const body of [{ status: 'shipped' }, { status: null }, { status: 'lost' }]) {
      expect((await admin.call('PATCH', `/assets/${stock.id}`, { body })).status).toBe(422);
    }
  });

  it('keeps its account and its product from being deleted, until it is', async () => {
    const [{ id: accountId }, { id: productId }] = [await account(), await product('P-2')];
    const { id } = await made(admin, '/assets', { accountId, productId, serial: 'SN-0003' });
    for (const path of [`/accounts/${accountId}`, `/products/${productId}`]) {
      expect(refusal(await admin.call('DELETE', path))).toEqual([409, 'record_referenced']);
    }
    await done(admin, 'DELETE', `/assets/${id}`);
    for (const path of [`/accounts/${accountId}`, `/products/${productId}`]) {
      expect((await admin.call('DELETE', path)).status).toBe(204);
    }
  });

  it('goes over to the account that its own becomes a part of', async () => {
    const [winner, loser] = [await account('Winner'), await account('Loser')];
    const { id } = await made(admin, '/assets', { accountId: loser.id, serial: 'SN-0004' });
    await done(admin, 'POST', `/accounts/${winner.id}/merge`, { loserId: loser.id });
    expect(await done(admin, 'GET', `/assets/${id}`)).toMatchObject({ accountId: winner.id });
  });

  it('is imported with a result for each row, and downloaded', async () => {
    const rows = 'serial,status,installedOn,warrantyUntil\nI-1,in_stock,,\nI-2,installed,,\n';
    const csv = { body: rows, headers: { 'content-type': 'text/csv' } };
    const { status, body } = await admin.call('POST', '/assets/import', csv);
    expect(status).toBe(200);
    expect(body).toMatchObject({ rows: 2, created: 1, failed: 1 });
    const headers = { accept: 'text/csv' };
    const list = await admin.call('GET', '/assets?search=I-1', { headers });
    expect(String(list.body)).toContain(',I-1,');
  });

  it('is seen by its owner alone where a role says so', async () => {
    const { id } = await made(admin, '/assets', { serial: 'SN-0005' });
    const role = { name: 'Own assets', matrix: { assets: ['view'] }, scopes: { assets: 'own' } };
    const roleId = bodyOf<{ id: string }>(await admin.call('POST', '/roles', { body: role })).id;
    const person = { email: 'own@example.com', name: 'Own', roleIds: [roleId] };
    const user = bodyOf<{ id: string }>(await admin.call('POST', '/users', { body: person }));
    const own = api.client(api.company.companyId, user.id as never);
    expect((await own.call('GET', `/assets/${id}`)).status).toBe(404);
    expect((await own.call('GET', '/assets')).body).toMatchObject({ total: 0 });
    const nobody = await memberWith(api, { matrix: { accounts: ['view'] } });
    expect(refusal(await nobody.call('GET', '/assets'))).toEqual([403, 'permission_denied']);
  });
});
