import { CreateRole, CreateUser } from '@quittance/access/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { call } from '../customization/configuration-support';
import { aPlan } from '../sales/sales-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let clerk: StaffClient;
let acme: string;
/** Sees every deal, and of accounts their own. */
let narrow: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  acme = await made('/accounts', { name: 'Acme', billingAddress: { country: 'DE' } });
  const globex = await made('/accounts', { name: 'Globex' });
  for (const [name, accountId, amount, currency, expectedCloseDate] of [
    ['One', acme, '100.50', 'EUR', '2026-01-15'],
    ['Two', acme, '200.00', 'EUR', '2026-02-28'],
    ['Three', globex, '50', 'JPY', '2026-02-01'],
    ['Four', globex, null, 'EUR', null],
  ]) {
    const more = {
      ...(amount !== null && { amount }),
      ...(expectedCloseDate !== null && { expectedCloseDate }),
    };
    await made('/deals', { name, accountId, currency, ...more });
  }
  narrow = await colleague(
    'Nan',
    { deals: ['view'], accounts: ['view'] },
    {
      scopes: { accounts: 'own' },
    },
  );
  clerk = await colleague('Clark', { deals: ['view', 'export'] });
});
type Matrix = Parameters<CreateRole['execute']>[1]['matrix'];

async function colleague(
  name: string,
  matrix: Matrix,
  kept: Pick<Parameters<CreateRole['execute']>[1], 'scopes' | 'fields'> = {},
): Promise<StaffClient> {
  const role = await new CreateRole(t.db).execute(api.company, {
    name,
    matrix,
    ...kept,
  });
  const user = await new CreateUser(t.db).execute(api.company, {
    email: `${name}@example.com`,
    name,
    roleIds: [role.id],
  });
  return api.client(api.company.companyId, user.id);
}
afterAll(async () => {
  await api?.close();
  await t?.close();
});

async function made(path: string, body: object): Promise<string> {
  const answer = await call(admin, 'POST', path, body);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body.id as string;
}

type Row = Readonly<Record<string, unknown>>;

async function rows(query: string, as = admin): Promise<readonly Row[]> {
  const { status, body } = await call(as, 'GET', `/deals?${query}`);
  expect([query, status, body]).toEqual([query, 200, expect.anything()]);
  return (body['data'] ?? body['groups']) as Row[];
}

/** Each as its place and code. */
async function faults(query: string, as = admin): Promise<readonly unknown[]> {
  const { status, body } = await call(as, 'GET', `/deals?${query}`);
  const errors = body['errors'] as { parameter: string; pointer?: string; code: string }[];
  return [status, ...errors.map(({ parameter, pointer = '', code }) => parameter + pointer + code)];
}

describe('rows', () => {
  test('have the members that are named and no others, through one lookup too', async () => {
    const found = await rows('fields=name,account.name,stage.name,owner.name,amount&sort=name');
    expect(found[2]).toEqual({
      name: 'Three',
      'account.name': 'Globex',
      'stage.name': 'Qualification',
      'owner.name': 'Ada Admin',
      amount: '50',
    });
  });

  test('are sorted and walked by what they point at', async () => {
    const names = (found: readonly Row[]) => found.map((row) => row['name']);
    expect(names(await rows('sort=-account.name,name'))).toEqual(['Four', 'Three', 'One', 'Two']);
    const walked: unknown[] = [];
    for (let cursor: unknown = ''; cursor !== null;) {
      const query = `/deals?sort=account.name,-name&pageSize=1&cursor=${String(cursor)}`;
      const { body } = await call(admin, 'GET', query);
      walked.push(...names(body['data'] as Row[]));
      cursor = body['nextCursor'];
    }
    expect(walked).toEqual(['Two', 'One', 'Three', 'Four']);
  });

  test('name what there is not by its place', async () => {
    expect(await faults('fields=name,nothing,account.nothing,name,stage.position')).toEqual([
      400,
      'fields/1unknown_field',
      'fields/2unknown_field',
      'fields/3duplicate',
      'fields/4unknown_field',
    ]);
  });

  test('are labelled in their page, by names and choices', async () => {
    const [one] = await rows('display=true&sort=-name&pageSize=1');
    expect(one?.['display']).toEqual({
      accountId: 'Acme',
      pipelineId: 'Sales',
      stageId: 'Qualification',
      status: 'Open',
      currency: 'Euro',
      ownerId: 'Ada Admin',
      createdBy: 'Ada Admin',
      updatedBy: 'Ada Admin',
    });
    expect(await rows('display=true&fields=name,account.ownerId&pageSize=1')).toEqual([
      expect.objectContaining({ display: { 'account.ownerId': 'Ada Admin' } }),
    ]);
  });

  test('are labelled by the countries and currencies in the language of the request', async () => {
    const told = async (path: string, language: string) => {
      const headers = { 'accept-language': language };
      const { body } = await admin.call('GET', `${path}&display=true`, { headers });
      const { data, groups } = body as Record<'data' | 'groups', Row[]>;
      return (data ?? groups)[0]?.['display'];
    };
    const one = 'sort=-name&pageSize=1';
    const country = 'account.billingAddress.country';
    const deals = `/deals?fields=currency,${country}&${one}`;
    expect(await told(deals, 'fr')).toEqual({ currency: 'euro', [country]: 'Allemagne' });
    expect(await told(deals, 'en')).toEqual({ currency: 'Euro', [country]: 'Germany' });
    const groups = `/deals?groupBy=${country}&aggregate=count&filter=${encodeURIComponent(
      JSON.stringify({ field: 'name', op: 'eq', value: 'Two' }),
    )}`;
    expect(await told(groups, 'de')).toEqual({ [country]: 'Deutschland' });
    const filter = encodeURIComponent(JSON.stringify({ field: 'name', op: 'eq', value: 'Acme' }));
    const named = { 'billingAddress.country': 'Deutschland' };
    const accounts = `/accounts?filter=${filter}`;
    expect(await told(`${accounts}&fields=name,billingAddress.country`, 'de')).toEqual(named);
    expect(await told(accounts, 'de')).toMatchObject(named);
    // What a list may be grouped by of the row it points at, its rows may name.
    const invoices = await admin.call('GET', `/invoices?fields=number,${country}`);
    expect(invoices.status).toBe(200);
    expect(await faults(`fields=${country}`, clerk)).toEqual([422, 'fields/0permission_denied']);
    expect(await faults('fields=account.billingAddress.nothing')).toEqual([
      400,
      'fields/0unknown_field',
    ]);
  });

  test('have no label of what may not be seen, nor a member of it', async () => {
    const [one] = await rows('display=true&sort=-name&pageSize=1', clerk);
    expect(Object.keys(one?.['display'] as object)).toEqual([
      'stageId',
      'currency',
      'status',
      'ownerId',
      'createdBy',
      'updatedBy',
    ]);
    const refused = [422, 'permission_denied'];
    expect(await faults('fields=name,account.name', clerk)).toEqual([
      422,
      'fields/1permission_denied',
    ]);
    expect(await faults('groupBy=account.name', clerk)).toEqual([
      422,
      'groupBy/0permission_denied',
    ]);
    expect(await faults('sort=account.name', clerk)).toEqual(
      refused.map((each) => (each === 422 ? each : `sort${each}`)),
    );
    expect(await faults('fields=owner.email', clerk)).toEqual([422, 'fields/0permission_denied']);
  });

  test('have no field that is hidden there, as the list of those records has none', async () => {
    const blind = await colleague(
      'Bo',
      { deals: ['view', 'bulk_update'], accounts: ['view'] },
      { fields: { accounts: { phone: 'hidden', billingAddress: 'hidden' } } },
    );
    const unknown = { status: 400, body: { errors: [{ code: 'unknown_field' }] } };
    for (const hidden of ['phone', 'billingAddress.city']) {
      const field = `account.${hidden}`;
      const filter = { field, op: 'isSet' };
      const asked = encodeURIComponent(JSON.stringify(filter));
      for (const query of ['fields=id,', 'sort=', 'groupBy='].map((name) => name + field)) {
        expect(await call(blind, 'GET', `/deals?${query}`)).toMatchObject(unknown);
      }
      expect(await call(blind, 'GET', `/deals?filter=${asked}`)).toMatchObject(unknown);
      expect(await call(blind, 'GET', `/accounts?sort=${hidden}`)).toMatchObject(unknown);
      const body = { filter, patch: { name: 'X' } };
      expect(await blind.call('POST', '/deals/bulk', { body })).toMatchObject(unknown);
    }
    expect((await call(blind, 'GET', '/deals?fields=id,account.name')).status).toBe(200);
  });

  test('of accounts beyond the scope are as of none', async () => {
    const query = 'fields=name,account.name&display=true&sort=account.name,name';
    const found = await rows(query, narrow);
    expect(found.map((row) => row['account.name'])).toEqual([null, null, null, null]);
    const [group, ...more] = await rows('groupBy=account.name&aggregate=count', narrow);
    expect([group, more]).toEqual([{ key: { 'account.name': null }, count: 4 }, []]);
    const [one] = await rows('display=true&pageSize=1', narrow);
    expect(one?.['display']).not.toHaveProperty('accountId');
  });

  test('are downloaded with the columns that are named', async () => {
    const headers = { accept: 'text/csv' };
    const { body } = await admin.call('GET', '/deals?fields=name,account.name&sort=name', {
      headers,
    });
    expect(body).toBe('name,account.name\nFour,Globex\nOne,Acme\nThree,Globex\nTwo,Acme\n');
    const { status } = await admin.call('GET', '/deals?display=true', { headers });
    expect(status).toBe(400);
  });

  test('have the columns of a view, sorts and filters included', async () => {
    const filter = { field: 'account.name', op: 'eq', value: 'Acme' };
    const columns = ['name', 'account.name'];
    const body = { object: 'deal', name: 'Theirs', columns, sort: '-account.name', filter };
    const view = await made('/views', body);
    const found = await rows(`view=${view}`);
    expect(found.map((row) => row['account.name'])).toEqual(['Acme', 'Acme']);
    const headers = { accept: 'text/csv' };
    const csv = await admin.call('GET', `/deals?view=${view}`, { headers });
    expect(String(csv.body).split('\n')[0]).toBe('name,account.name');
  });
});

describe('groups', () => {
  test('are counted and summed, amounts in each currency by itself', async () => {
    const query =
      'groupBy=stageId&aggregate=count,sum:amount,avg:amount,max:probability&display=true';
    expect(await rows(query)).toEqual([
      {
        key: { stageId: expect.any(String) },
        count: 4,
        sum: {
          amount: [
            { currency: 'EUR', amount: '300.50' },
            { currency: 'JPY', amount: '50' },
          ],
        },
        avg: {
          amount: [
            { currency: 'EUR', amount: '150.25' },
            { currency: 'JPY', amount: '50' },
          ],
        },
        max: { probability: '10' },
        display: { stageId: 'Qualification' },
      },
    ]);
  });

  test('are of three members at most, days by their periods', async () => {
    const query = 'groupBy=expectedCloseDate:quarter,account.name&aggregate=sum:amount';
    const found = await rows(query);
    expect(found.map(({ key, count }) => [...Object.values(key as object), count])).toEqual([
      ['2026-01-01', 'Acme', 2],
      ['2026-01-01', 'Globex', 1],
      [null, 'Globex', 1],
    ]);
    const [week] = await rows('groupBy=expectedCloseDate:week');
    expect(week?.['key']).toEqual({ expectedCloseDate: '2026-01-12' });
  });

  test('are of the rows that pass the filter', async () => {
    const filter = JSON.stringify({ field: 'currency', op: 'eq', value: 'JPY' });
    const found = await rows(`groupBy=currency&filter=${encodeURIComponent(filter)}`);
    expect(found).toEqual([{ key: { currency: 'JPY' }, count: 1 }]);
  });

  test('are refused where they mean nothing', async () => {
    expect(
      await faults('groupBy=amount,createdAt,nothing&aggregate=sum:name,count:x&page=1'),
    ).toEqual([
      400,
      'pagestate',
      'groupBy/0type',
      'groupBy/1required',
      'groupBy/2unknown_field',
      'aggregate/0type',
      'aggregate/1enum',
    ]);
    expect(await faults('groupBy=name,status,currency,stageId')).toEqual([400, 'groupBymax']);
    const twice = 'groupBy=expectedCloseDate:month,expectedCloseDate:year';
    expect(await faults(twice)).toEqual([400, 'groupBy/1duplicate']);
    expect(await faults('aggregate=count')).toEqual([400, 'groupByrequired']);
  });
});

test('what has no number is called by what tells it, for whoever may see it', async () => {
  const plan = await aPlan(admin);
  const subscribed = (more: object) =>
    made('/subscriptions', {
      accountId: acme,
      currency: 'EUR',
      startDate: '2026-03-01',
      items: [{ planId: plan.id }],
      ...more,
    });
  const labels: unknown[] = [];
  const clerks = await colleague('Ines', { invoices: ['view'], accounts: ['view'] });
  const sees = { invoices: ['view'], subscriptions: ['view'] } satisfies Matrix;
  const strangers = await colleague('Olaf', sees);
  const all = { ...sees, products: ['view'] } satisfies Matrix;
  const few = await colleague('Tom', all, { scopes: { products: 'own' } });
  const unnamed = await colleague('Nele', all, { fields: { products: { name: 'hidden' } } });
  for (const more of [{}, { externalKey: 'EXT-1' }]) {
    const subscriptionId = await subscribed(more);
    const lines = [{ description: 'Seat', quantity: '1', unitPrice: '10.00' }];
    await made('/invoices', { accountId: acme, currency: 'EUR', subscriptionId, lines });
    const of = { field: 'subscriptionId', op: 'eq', value: subscriptionId };
    for (const as of [admin, clerks, strangers, few, unnamed]) {
      const filter = encodeURIComponent(JSON.stringify(of));
      const { status, body } = await call(as, 'GET', `/invoices?display=true&filter=${filter}`);
      expect([status, body]).toEqual([200, expect.anything()]);
      const [row] = body['data'] as { display: Row }[];
      labels.push(row?.display['subscriptionId']);
    }
  }
  const told = (tail: string) => [`${String(plan['name'])} · ${tail}`, undefined, tail, tail, tail];
  expect(labels).toEqual([...told('2026-03-01'), ...told('EXT-1')]);
});
