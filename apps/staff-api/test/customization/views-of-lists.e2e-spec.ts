import { CreateUser } from '@quittance/access/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { call, type Body } from './configuration-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  await field('invoice', 'region__c');
  await field('deal', 'colour__c');
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

async function field(object: string, name: string): Promise<void> {
  const body = { name, label: name, type: 'text', settings: { maxLength: 50 } };
  const made = await call(admin, 'POST', `/customization/objects/${object}/fields`, body);
  expect(made.status).toBe(201);
}

const aView = (object: string, more: object) =>
  call(admin, 'POST', '/views', { object, name: `V${Math.random()}`, ...more });

describe('a view of invoices', () => {
  it.each(['invoice', 'invoices'])('of %s may ask what their list may be asked', async (object) => {
    const filter = {
      and: [
        { field: 'isOverdue', op: 'eq', value: false },
        { field: 'billToName', op: 'contains', value: 'x' },
        { field: 'region__c', op: 'eq', value: 'north' },
      ],
    };
    const columns = ['number', 'isOverdue', 'disputedAmount', 'region__c'];
    const { status, body } = await aView(object, { filter, columns, sort: 'salesOrderId' });
    expect([status, body.object]).toEqual([201, 'invoice']);
    const list = await call(admin, 'GET', `/invoices?view=${String(body.id)}`);
    expect(list.status).toBe(200);
    expect(list.body.skippedFilters ?? []).toEqual([]);
    const health = await call(admin, 'GET', `/views/${String(body.id)}/health`);
    expect(health.body).toMatchObject({ status: 'healthy', skipped: [] });
  });

  it('is refused what their list does not show or ask', async () => {
    const filter = { field: 'notes', op: 'contains', value: 'x' };
    expect(await aView('invoice', { filter, columns: ['billTo'] })).toMatchObject({
      status: 422,
      body: {
        errors: [
          { pointer: '/columns/0', code: 'unknown_field' },
          { pointer: '/filter/field', code: 'unknown_field' },
        ],
      },
    });
  });
});

describe('a view of opportunities', () => {
  const colours = { columns: ['name', 'colour__c'], sort: '-colour__c' };

  it('knows the custom fields of deals', async () => {
    const filter = { field: 'colour__c', op: 'eq', value: 'red' };
    const { status, body } = await aView('opportunities', { ...colours, filter });
    expect([status, body.object]).toEqual([201, 'opportunities']);
    await call(admin, 'POST', '/deals', { name: 'Red', colour__c: 'red' });
    await call(admin, 'POST', '/deals', { name: 'Blue', colour__c: 'blue' });
    const list = await call(admin, 'GET', `/opportunities?view=${String(body.id)}`);
    expect((list.body.data as Body[]).map(({ name }) => name)).toEqual(['Red']);
    expect(list.body.columns).toEqual(colours.columns);
    const health = await call(admin, 'GET', `/views/${String(body.id)}/health`);
    expect(health.body).toMatchObject({ status: 'healthy', skipped: [] });
  });

  it('is counted by the dry run of what it shows of deals, telling when that is gone', async () => {
    await field('deal', 'shade__c');
    const shades = { name: 'Shades', columns: ['shade__c'] };
    const { body } = await aView('opportunities', shades);
    const path = '/customization/objects/deal/fields/shade__c';
    const dry = await call(admin, 'DELETE', `${path}?dryRun=true`);
    expect(dry.body.affected).toEqual([{ what: 'views', count: 1, names: ['Shades'] }]);
    expect((await call(admin, 'DELETE', path)).status).toBeLessThan(300);
    const health = await call(admin, 'GET', `/views/${String(body.id)}/health`);
    expect(health.body).toMatchObject({
      status: 'degraded',
      skipped: [{ part: 'column', field: 'shade__c' }],
    });
  });

  it('is for who may see those', async () => {
    const role = await call(admin, 'POST', '/roles', {
      name: 'Deals alone',
      matrix: { deals: ['view'] },
    });
    expect(role.status).toBe(201);
    const person = { email: 'deals@example.com', name: 'D', roleIds: [role.body.id as never] };
    const { id } = await new CreateUser(t.db).execute(api.company, person);
    const clerk = api.client(api.company.companyId, id);
    const own = { object: 'opportunities', name: 'Mine', columns: ['colour__c'] };
    expect(await call(clerk, 'POST', '/views', own)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/object', code: 'unknown_object' }] },
    });
  });
});
