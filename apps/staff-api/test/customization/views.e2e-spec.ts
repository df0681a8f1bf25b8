import { CreateRole, CreateUser } from '@quittance/access/host';
import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';

type Body = Record<string, unknown>;

let t: TestDatabase;
let api: TestStaffApi;
let clerk: StaffClient;
let clerkRole: string;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const matrix = { products: ['view', 'export'] } as const;
  const role = await new CreateRole(t.db).execute(api.company, { name: 'Clerk', matrix });
  clerkRole = role.id;
  clerk = await member([role.id]);
  for (const [sku, name] of [
    ['A', 'Chair'],
    ['B', 'Table'],
    ['C', 'Armchair'],
  ]) {
    await call('POST', '/products', { sku, name });
  }
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

async function member(roleIds: readonly string[]): Promise<StaffClient> {
  const person = { email: `${newId()}@example.com`, name: 'Mia', roleIds: roleIds as never };
  const user = await new CreateUser(t.db).execute(api.company, person);
  return api.client(api.company.companyId, user.id);
}

async function call(method: string, path: string, body?: unknown, as = api.admin) {
  const answer = await as.call(method, path, { body });
  return { ...answer, body: answer.body as Body };
}

const skus = (body: Body) => (body.data as { sku: string }[]).map(({ sku }) => sku);
const CHAIRS = { field: 'name', op: 'contains', value: 'chair' };
const chairs = async (more: object = {}, as = api.admin) => {
  const view = { object: 'products', name: newId(), sort: '-sku', filter: CHAIRS, ...more };
  return call('POST', '/views', view, as);
};

describe('a saved view', () => {
  it('keeps columns, order and filter of a list, and the list answers by it', async () => {
    const made = await chairs({ columns: ['name', 'sku'] });
    expect(made).toMatchObject({
      status: 201,
      body: { object: 'product', visibility: 'private', version: 1, ownerId: api.admin.userId },
    });
    const list = await call('GET', `/products?view=${String(made.body.id)}`);
    expect(skus(list.body)).toEqual(['C', 'A']);
    expect(list.body).toMatchObject({ total: 2, columns: ['name', 'sku'], skippedFilters: [] });
    const csv = await api.admin.call('GET', `/products?view=${String(made.body.id)}`, {
      headers: { accept: 'text/csv' },
    });
    expect(csv.body).toBe('name,sku\nArmchair,C\nChair,A\n');
  });

  it('gives way to what the request says itself', async () => {
    const { body } = await chairs();
    const path = `/products?view=${String(body.id)}`;
    expect(skus((await call('GET', `${path}&sort=sku`)).body)).toEqual(['A', 'C']);
    const tables = JSON.stringify({ field: 'sku', op: 'eq', value: 'B' });
    const other = await call('GET', `${path}&filter=${encodeURIComponent(tables)}`);
    expect(skus(other.body)).toEqual(['B']);
    expect(skus((await call('GET', `${path}&filter=`)).body)).toEqual(['C', 'B', 'A']);
    const walked = await call('GET', `${path}&cursor=&pageSize=1`);
    expect(walked.body).toMatchObject({ data: [{ sku: 'C' }], skippedFilters: [] });
    const next = encodeURIComponent(String(walked.body.nextCursor));
    expect(skus((await call('GET', `${path}&cursor=${next}`)).body)).toEqual(['A']);
  });

  it('is seen by its owner and by whom it is shared with only', async () => {
    const nobody = await member([]);
    const own = (await chairs()).body.id;
    const sharedWith = { roleIds: [clerkRole] };
    const byRole = (await chairs({ visibility: 'shared', sharedWith })).body.id;
    const open = (await chairs({ visibility: 'public' })).body.id;
    const status = async (id: unknown, as: StaffClient) =>
      (await call('GET', `/views/${String(id)}`, undefined, as)).status;
    expect(await Promise.all([own, byRole, open].map((id) => status(id, clerk)))).toEqual([
      404, 200, 200,
    ]);
    expect(await Promise.all([own, byRole, open].map((id) => status(id, nobody)))).toEqual([
      404, 404, 200,
    ]);
    const seen = await call('GET', '/views?object=products', undefined, clerk);
    const ids = (seen.body.data as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([byRole, open]));
    expect(ids).not.toContain(own);
    expect((await call('GET', `/products?view=${String(own)}`, undefined, clerk)).status).toBe(404);
  });

  it('runs with the rights of whoever looks', async () => {
    const { id } = (await chairs({ visibility: 'public' })).body;
    const nobody = await member([]);
    const answer = await call('GET', `/products?view=${String(id)}`, undefined, nobody);
    expect(answer).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    const theirs = await chairs({}, nobody);
    expect(theirs).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/object', code: 'unknown_object' }] },
    });
  });

  it('is changed and taken away by its owner only', async () => {
    const { id } = (await chairs({ visibility: 'public' })).body;
    const path = `/views/${String(id)}`;
    expect(await call('PATCH', path, { name: 'Mine' }, clerk)).toMatchObject({
      status: 403,
      body: { code: 'view_not_yours' },
    });
    expect(await call('DELETE', path, undefined, clerk)).toMatchObject({ status: 403 });
    expect(await call('PATCH', path, { name: 'Seats', filter: null })).toMatchObject({
      status: 200,
      body: { name: 'Seats', filter: null, sort: '-sku', version: 2 },
    });
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', path)).status).toBe(404);
  });

  it('has a name of its own', async () => {
    await chairs({ name: 'Twice' });
    const again = await chairs({ name: 'twice' });
    expect(again).toMatchObject({ status: 409, body: { code: 'view_name_taken' } });
    expect((await chairs({ name: 'Twice' }, clerk)).status).toBe(201);
  });

  it('is refused with everything that is wrong with it', async () => {
    const wrong = {
      columns: ['name', 'gone__c', 'name'],
      sort: 'sku,-colour',
      filter: {
        and: [CHAIRS, { field: 'gone__c', op: 'eq', value: 1 }, { field: 'sku', op: 'gt' }],
      },
    };
    const { status, body } = await chairs(wrong);
    expect(status).toBe(422);
    expect(
      (body.errors as Body[]).map(({ pointer, code }) => `${String(pointer)} ${String(code)}`),
    ).toEqual([
      '/columns/1 unknown_field',
      '/sort unknown_field',
      '/columns duplicate',
      '/filter/and/1/field unknown_field',
      '/filter/and/2/value type',
    ]);
    const sharing = await chairs({ visibility: 'shared', sharedWith: { userIds: [newId()] } });
    expect(sharing.body).toMatchObject({ errors: [{ pointer: '/sharedWith/userIds/0' }] });
    expect((await chairs({ visibility: 'shared' })).status).toBe(422);
    expect((await chairs({ sharedWith: { roleIds: [clerkRole] } })).status).toBe(422);
    expect((await chairs({ object: 'nothing' })).status).toBe(422);
  });

  it('of another list or another company is none of this list', async () => {
    const { id } = (await chairs({ visibility: 'public' })).body;
    expect((await call('GET', `/accounts?view=${String(id)}`)).status).toBe(404);
    const stranger = await api.newAdmin();
    expect((await stranger.call('GET', `/products?view=${String(id)}`)).status).toBe(404);
    expect((await stranger.call('GET', `/views/${String(id)}`)).status).toBe(404);
    expect(await call('GET', '/products?view=17')).toMatchObject({
      status: 400,
      body: { code: 'invalid_list_request', errors: [{ parameter: 'view', code: 'format' }] },
    });
  });

  it('may be stored of lists that hang on a record', async () => {
    const book = (await call('POST', '/pricebooks', { name: 'List', currency: 'EUR' })).body.id;
    const view = { object: 'pricebooks/entries', name: 'By price', sort: '-unitPrice' };
    const made = await call('POST', '/views', view);
    expect(made.status).toBe(201);
    const list = await call(
      'GET',
      `/pricebooks/${String(book)}/entries?view=${String(made.body.id)}`,
    );
    expect(list).toMatchObject({ status: 200, body: { data: [], skippedFilters: [] } });
  });

  it('that names what is gone skips it and says so', async () => {
    const { id } = (await chairs()).body;
    const stale = { or: [CHAIRS, { not: { field: 'gone__c', op: 'eq', value: 'x' } }] };
    await t.db.write(api.company, (tx) =>
      tx.run(
        `update customization.view set filter = $2, columns = '["gone__c", "sku"]' where id = $1`,
        [id, JSON.stringify(stale)],
      ),
    );
    const { body } = await call('GET', `/products?view=${String(id)}`);
    expect(skus(body)).toEqual(['C', 'A']);
    expect(body).toMatchObject({
      columns: ['sku'],
      skippedFilters: [
        { pointer: '/filter/or/1/not/field', field: 'gone__c', code: 'unknown_field' },
      ],
    });
  });
});

describe('a view of an object', () => {
  const FIELDS = '/customization/objects/lead/fields';

  it('outlives the custom fields that it names', async () => {
    const field = { name: 'region__c', label: 'Region', type: 'text', settings: {} };
    expect((await call('POST', FIELDS, field)).status).toBe(201);
    for (const [name, region] of [
      ['Ann', 'EMEA'],
      ['Bob', 'APAC'],
    ]) {
      await call('POST', '/leads', { name, region__c: region });
    }
    const emea = { field: 'region__c', op: 'eq', value: 'EMEA' };
    const named = { field: 'name', op: 'isSet' };
    const content = { columns: ['name', 'region__c'], sort: '-region__c' };
    const made = await call('POST', '/views', {
      object: 'lead',
      name: 'EMEA',
      ...content,
      filter: { and: [named, { not: { or: [emea] } }] },
    });
    expect(made).toMatchObject({ status: 201, body: { object: 'lead' } });
    const path = `/leads?view=${String(made.body.id)}`;
    const names = (body: Body) => (body.data as Body[]).map(({ name }) => name);
    expect(names((await call('GET', path)).body)).toEqual(['Bob']);
    expect((await call('DELETE', `${FIELDS}/region__c`)).status).toBeLessThan(300);
    const left = await call('GET', `${path}&sort=name`);
    expect(names(left.body)).toEqual(['Ann', 'Bob']);
    expect(left.body).toMatchObject({
      columns: ['name'],
      skippedFilters: [{ pointer: '/filter/and/1/not/or/0/field', code: 'unknown_field' }],
    });
    const health = await call('GET', `/views/${String(made.body.id)}/health`);
    expect((health.body.skipped as Body[]).map(({ part }) => part)).toEqual([
      'column',
      'sort',
      'filter',
    ]);
  });

  it('reaches no further than the scope of whoever looks', async () => {
    const matrix = { leads: ['view', 'create'] } as const;
    const scopes = { leads: 'own' } as const;
    const given = { name: newId(), matrix, scopes };
    const role = await new CreateRole(t.db).execute(api.company, given);
    const seller = await member([role.id]);
    await call('POST', '/leads', { name: 'Theirs' });
    await call('POST', '/leads', { name: 'Own' }, seller);
    const view = { object: 'lead', name: newId(), sort: 'name', visibility: 'public' };
    const { id } = (await call('POST', '/views', view)).body;
    const list = await call('GET', `/leads?view=${String(id)}`, undefined, seller);
    expect(list.body).toMatchObject({ total: 1, data: [{ name: 'Own' }] });
  });
});

describe('a list view', () => {
  const LIST_VIEWS = '/customization/objects/products/list-views';

  it("is everybody's, and the default one orders the list until a user has another", async () => {
    const views = { name: 'Newest first', sort: '-sku', columns: ['sku'], isDefault: true };
    const made = await call('POST', LIST_VIEWS, { ...views, filter: CHAIRS });
    expect(made).toMatchObject({ status: 201, body: { object: 'product', isDefault: true } });
    expect(skus((await call('GET', '/products', undefined, clerk)).body)).toEqual(['C', 'B', 'A']);
    expect(await call('GET', '/products')).not.toHaveProperty('body.skippedFilters');
    expect(await call('GET', '/products')).toMatchObject({ body: { columns: ['sku'] } });
    const walked = await call('GET', '/products?cursor=');
    expect(walked).toMatchObject({ body: { columns: ['sku'], nextCursor: null } });
    const csv = await clerk.call('GET', '/products', { headers: { accept: 'text/csv' } });
    // Its columns are for people: a download without them would come back without ids.
    expect(String(csv.body)).toMatch(/^id,version,sku,name,.*\n.*,C,.*\n.*,B,.*\n.*,A,.*\n$/);

    const own = await chairs({ sort: 'sku', isDefault: true }, clerk);
    expect(own.status).toBe(201);
    expect(skus((await call('GET', '/products', undefined, clerk)).body)).toEqual(['A', 'B', 'C']);
    expect(skus((await call('GET', '/products')).body)).toEqual(['C', 'B', 'A']);

    const second = await call('POST', LIST_VIEWS, { ...views, name: 'By name', sort: 'name' });
    expect(second.status).toBe(201);
    expect(skus((await call('GET', '/products')).body)).toEqual(['C', 'A', 'B']);
    const all = (await call('GET', `${LIST_VIEWS}?sort=name`)).body.data as Body[];
    expect(all.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['By name', true],
      ['Newest first', false],
    ]);
    await call('DELETE', `${LIST_VIEWS}/${String(second.body.id)}`);
    await call('PATCH', `${LIST_VIEWS}/${String(made.body.id)}`, { sort: '-name' });
    expect(skus((await call('GET', '/products')).body)).toEqual(['C', 'A', 'B']);
  });

  it('is applied by its id, with its filter', async () => {
    const made = await call('POST', LIST_VIEWS, { name: 'Chairs', filter: CHAIRS });
    const list = await call('GET', `/products?view=${String(made.body.id)}`, undefined, clerk);
    expect(skus(list.body)).toEqual(['C', 'A']);
  });

  it('is made by whoever may customize, and read by everybody', async () => {
    expect(await call('POST', LIST_VIEWS, { name: 'X' }, clerk)).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
    expect((await call('GET', LIST_VIEWS, undefined, clerk)).status).toBe(200);
    const unknown = '/customization/objects/nothing/list-views';
    expect((await call('POST', unknown, { name: 'X' })).status).toBe(404);
  });

  it('keeps nobody from changing what is left of it when a field is gone', async () => {
    const { id } = (await call('POST', LIST_VIEWS, { name: 'Old', sort: 'sku' })).body;
    await t.db.write(api.company, (tx) =>
      tx.run(`update customization.view set sort = 'gone__c' where id = $1`, [id]),
    );
    const path = `${LIST_VIEWS}/${String(id)}`;
    expect(await call('PATCH', path, { name: 'Older' })).toMatchObject({ status: 200 });
    expect(await call('PATCH', path, { sort: 'gone__c' })).toMatchObject({ status: 422 });
  });
});
