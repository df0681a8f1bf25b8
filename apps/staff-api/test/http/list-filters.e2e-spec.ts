import type { Action } from '@quittance/access';
import { newId } from '@quittance/kernel';
import { BuildFieldIndexes } from '@quittance/objects/host';
import { Client } from 'pg';
import {
  startStaffApi,
  type Answer,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { refusal } from '../access/members.js';
import { defineField, defineObject, done, made } from '../objects/objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

const START = '2026-03-02T09:00:00.000Z';

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  // Eleven hours behind Greenwich: there it is still the first of March.
  admin = await api.newAdmin(await t.newCompany({ timeZone: 'Pacific/Niue' }));
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const query = (filter: unknown) => `filter=${encodeURIComponent(JSON.stringify(filter))}`;
const is = (field: string, op: string, value?: unknown) => ({ field, op, value });

/** The names of the records that pass, in their order. */
async function names(path: string, filter: unknown, by = admin): Promise<string[]> {
  const found = await done<{ data: { name: string }[]; total: number }>(
    by,
    'GET',
    `${path}?pageSize=200&sort=name&${query(filter)}`,
  );
  expect(found.total).toBe(found.data.length);
  return found.data.map(({ name }) => name);
}

/** What a filter and its negation find must be everything, each record once. */
async function halves(path: string, filter: unknown, by = admin): Promise<string[]> {
  const whole = await done<{ total: number }>(by, 'GET', path);
  const passing = await names(path, filter, by);
  const others = await names(path, { not: filter }, by);
  expect(new Set([...passing, ...others]).size).toBe(whole.total);
  expect(passing.length + others.length).toBe(whole.total);
  return passing;
}

const codes = ({ status, body }: Answer) => [
  status,
  ...((body as { errors?: { code: string }[] }).errors ?? []).map(({ code }) => code),
];

async function asked(path: string, filter: unknown, by = admin): Promise<unknown[]> {
  return codes(await by.call('GET', `${path}?${query(filter)}`));
}

type Rights = Readonly<Record<string, readonly Action[]>>;

async function colleague(matrix: Rights, scopes: Readonly<Record<string, string>>) {
  const role = await made(admin, '/roles', { name: newId(), matrix, scopes });
  const person = { email: `${newId()}@example.com`, name: 'Cleo', roleIds: [role.id] };
  return api.client(admin.companyId, (await made(admin, '/users', person)).id as never);
}

/**
 * Lets the worker bring what is kept into the records there are, however long others hold it up.
 */
async function build(): Promise<void> {
  const worker = api.app.get(BuildFieldIndexes, { strict: false });
  const owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const left = `select 1 from objects.field_index where state in ('emptying', 'building')`;
  while ((await owner.query(left)).rows.length > 0) await worker.buildOnce(t.clock);
  await owner.end();
}

describe('a relative day', () => {
  const EVENTS = '/objects/event__c';
  const MOMENTS: Readonly<Record<string, string | null>> = {
    'a the day before, to its end': '2026-03-01T10:59:59.999Z',
    'b as it begins': '2026-03-01T11:00:00.000Z',
    'c as it ends': '2026-03-02T10:59:59.999Z',
    'd the day after': '2026-03-02T11:00:00.000Z',
    'e never': null,
  };
  const of = (letters: string) =>
    Object.keys(MOMENTS).filter(([first = '']) => letters.includes(first));

  beforeAll(async () => {
    await defineObject(admin, 'event__c', [
      { name: 'day__c', type: 'date', indexed: true },
      { name: 'moment__c', type: 'datetime' },
    ]);
    const days = ['2026-02-28', '2026-03-01', '2026-03-01', '2026-03-31', null];
    for (const [i, [name, moment]] of Object.entries(MOMENTS).entries()) {
      await made(admin, EVENTS, { name, moment__c: moment, day__c: days[i] });
    }
    await build();
  });

  test.each<[op: string, value: unknown, expected: string]>([
    ['eq', 'today', 'bc'],
    ['ne', 'today', 'ade'],
    ['lt', 'today', 'a'],
    ['lte', 'today', 'abc'],
    ['gt', 'today', 'd'],
    ['gte', 'today+30d', 'd'],
    ['gt', 'today+30d', ''],
    ['between', ['today-1d', 'today'], 'abc'],
    ['between', ['2026-03-01', 'today+99999d'], 'bcd'],
    ['in', ['today-1d', '2026-03-31'], 'ad'],
    ['notIn', ['today', 'today'], 'ade'],
  ])('of a date: %s %j', async (op, value, expected) => {
    expect(await halves(EVENTS, is('day__c', op, value))).toEqual(of(expected));
  });

  test.each<[op: string, value: unknown, expected: string]>([
    ['eq', 'today', 'bc'],
    ['ne', 'today', 'ade'],
    ['lt', 'today', 'a'],
    ['lte', 'today', 'abc'],
    ['gt', 'today', 'd'],
    ['gte', 'today', 'bcd'],
    ['between', ['today-1d', 'today'], 'abc'],
    ['between', ['2026-03-02T00:00:00Z', 'today+1d'], 'cd'],
    ['in', ['today-1d', 'today+1d', '2026-03-01T11:00:00.000Z'], 'abd'],
    ['notIn', ['today'], 'ade'],
  ])(
    'of an instant is all of that day where the company is: %s %j',
    async (op, value, expected) => {
      expect(await halves(EVENTS, is('moment__c', op, value))).toEqual(of(expected));
    },
  );

  test.each(['tomorrow', 'today+', 'today+1', 'today+1h', 'today+999999d', ' today', 'TODAY', 7])(
    'is none as %j',
    async (value) => {
      expect(await asked(EVENTS, is('day__c', 'eq', value))).toEqual([400, 'type']);
      expect(await asked(EVENTS, is('moment__c', 'lte', value))).toEqual([400, 'type']);
      expect(await asked(EVENTS, is('name', 'gt', 'today'))).toEqual([200]);
    },
  );

  test.each(['9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00+12:00'])(
    'is within the years there are, in whatever zone: %s',
    async (value) => {
      expect(await asked('/audit-log', is('occurredAt', 'lt', value))).toEqual([400, 'type']);
      const body = { name: 'Beyond', moment__c: value };
      expect(codes(await admin.call('POST', EVENTS, { body }))).toEqual([422, 'format']);
    },
  );

  test('is that of lists of another kind too, and of what is changed at once', async () => {
    expect(await asked('/audit-log', is('occurredAt', 'gte', 'today-7d'))).toEqual([200]);
    expect(await asked('/payments', is('receivedOn', 'lt', 'today'))).toEqual([200]);
    const filter = is('day__c', 'lt', 'today');
    const patch = { moment__c: MOMENTS['a the day before, to its end'] };
    expect(await done(admin, 'POST', `${EVENTS}/bulk`, { filter, patch })).toMatchObject({
      unchanged: 1,
    });
  });

  test('in a view stays relative, and goes with the calendar', async () => {
    const filter = is('day__c', 'gt', 'today');
    const view = await made(admin, '/views', { object: 'event__c', name: 'To come', filter });
    expect(view.filter).toEqual(filter);
    const path = `${EVENTS}?view=${view.id}`;
    expect(await done(admin, 'GET', path)).toMatchObject({ total: 1, skippedFilters: [] });
    t.clock.set('2026-04-02T09:00:00.000Z');
    expect(await done(admin, 'GET', path)).toMatchObject({ total: 0, skippedFilters: [] });
    t.clock.set(START);
    const wrong = { object: 'event__c', name: 'Wrong', filter: is('day__c', 'gt', 'soon') };
    expect(codes(await admin.call('POST', '/views', { body: wrong }))).toEqual([422, 'type']);
  });
});

describe('a filter through a lookup', () => {
  let own: StaffClient;

  beforeAll(async () => {
    await defineField(admin, 'account', { name: 'tier__c', type: 'integer', indexed: true });
    await defineObject(admin, 'yard__c', [{ name: 'opened__c', type: 'date' }]);
    const settings = { target: 'yard__c', onDelete: 'clear' };
    await defineField(admin, 'contact', { name: 'yard__c', type: 'lookup', settings });
    const rights = { contacts: ['view'], accounts: ['view'] } as const;
    own = await colleague(rights, { contacts: 'all', accounts: 'own' });
    const yard = await made(admin, '/objects/yard__c', { name: 'North', opened__c: '2026-02-28' });
    const address = { city: 'Alofi', country: 'NU' };
    const big = { name: 'Big', tier__c: 3, billingAddress: address };
    const account = await made(admin, '/accounts', big);
    const small = await made(admin, '/accounts', { name: 'Small', ownerId: own.userId });
    await made(admin, '/contacts', { lastName: 'A', accountId: account.id, yard__c: yard.id });
    await made(admin, '/contacts', { lastName: 'B', accountId: small.id });
    await made(admin, '/contacts', { lastName: 'C' });
    await build();
  });

  test.each<[field: string, op: string, value: unknown, expected: string[]]>([
    ['account.name', 'eq', 'Big', ['A']],
    ['account.name', 'ne', 'Big', ['B', 'C']],
    ['accountId.name', 'startsWith', 's', ['B']],
    ['account.name', 'isNotSet', undefined, ['C']],
    ['account.tier__c', 'gt', 2, ['A']],
    ['account.tier__c', 'isNotSet', undefined, ['B', 'C']],
    ['account.tier__c', 'between', [1, 3], ['A']],
    ['account.billingAddress.city', 'contains', 'LOF', ['A']],
    ['account.createdAt', 'eq', 'today', ['A', 'B']],
    ['yard__c.name', 'in', ['North', 'South'], ['A']],
    ['yard__c.opened__c', 'lt', 'today', ['A']],
  ])('finds records by what they point at: %s %s %j', async (field, op, value, expected) => {
    expect(await halves('/contacts', is(field, op, value))).toEqual(expected);
  });

  test('goes with other conditions, an order and a walk by key', async () => {
    const filter = { and: [is('account.name', 'isSet'), is('lastName', 'ne', 'B')] };
    const walked = await done(admin, 'GET', `/contacts?cursor=&sort=-lastName&${query(filter)}`);
    expect(walked).toMatchObject({ data: [{ lastName: 'A' }], nextCursor: null });
    expect(await asked('/invoices', is('account.name', 'eq', 'Big'))).toEqual([200]);
  });

  test.each([
    'account.parent.name',
    'account.owner.name',
    'account.nothing',
    'account.',
    '.name',
    'lastName.name',
    'owner.name.name',
    'account.__proto__',
    '__proto__.name',
    'constructor.name',
  ])('has one hop to a field that is there: %s is refused', async (field) => {
    expect(await asked('/contacts', is(field, 'isSet'))).toEqual([400, 'unknown_field']);
  });

  test('is an order, one hop far', async () => {
    expect((await admin.call('GET', '/contacts?sort=account.name')).status).toBe(200);
    const answer = await admin.call('GET', '/contacts?sort=account.owner.name');
    expect(codes(answer)).toEqual([400, 'unknown_field']);
  });

  test('takes a record that the caller may not see for none', async () => {
    expect(await halves('/contacts', is('account.name', 'isSet'), own)).toEqual(['B']);
    expect(await halves('/contacts', is('account.name', 'eq', 'Big'), own)).toEqual([]);
    expect(await halves('/contacts', is('account.name', 'ne', 'Big'), own)).toEqual([
      'A',
      'B',
      'C',
    ]);
  });

  test('tells nothing of an object that the caller may not view', async () => {
    const by = await colleague({ contacts: ['view'] }, { contacts: 'all' });
    const filter = is('account.name', 'isSet');
    expect(await asked('/contacts', filter, by)).toEqual([422, 'permission_denied']);
    const content = { object: 'contact', name: 'With a firm', filter, visibility: 'public' };
    const view = await made(admin, '/views', content);
    const path = `/contacts?view=${view.id}`;
    expect(await done(admin, 'GET', path)).toMatchObject({ total: 2, skippedFilters: [] });
    expect(await done(by, 'GET', path)).toMatchObject({
      total: 3,
      skippedFilters: [{ field: 'account.name', code: 'permission_denied' }],
    });
  });
});

describe('a value that is kept, of a formula or a roll-up', () => {
  const kept = { child: 'contact', childField: 'accountId', function: 'count', stored: true };
  const FIELD = '/customization/objects/account/fields/length__c';

  const both = async (field: string, by = admin): Promise<unknown[]> => [
    await asked('/accounts', { not: is(field, 'gt', '0') }, by),
    codes(await by.call('GET', `/accounts?sort=-${field}`)),
    codes(await by.call('GET', `/accounts?cursor=&sort=${field}`)),
  ];
  const thrice = (...answer: unknown[]) => [answer, answer, answer];

  test('is asked for once it is worked out for all records, and not before', async () => {
    await defineField(admin, 'account', { name: 'people__c', type: 'rollup', settings: kept });
    const settings = { formula: 'LEN(name)', stored: true };
    await defineField(admin, 'account', { name: 'length__c', type: 'formula', settings });
    await defineField(admin, 'account', { name: 'late__c', type: 'integer', indexed: true });
    const over = { child: 'account', childField: 'parentId', function: 'sum', of: 'length__c' };
    await defineField(admin, 'account', { name: 'sum__c', type: 'rollup', settings: over });
    expect(await both('people__c')).toEqual(thrice(422, 'field_not_ready'));
    expect(await both('length__c')).toEqual(thrice(422, 'field_not_ready'));
    expect(await both('late__c')).toEqual(thrice(200));
    const sort = '-length__c';
    const view = await made(admin, '/views', { object: 'account', name: 'Long', sort });
    expect(await done(admin, 'GET', `/accounts?view=${view.id}`)).toMatchObject({ total: 2 });
    await build();
    expect(await names('/accounts', is('length__c', 'gte', '5'))).toEqual(['Small']);
    expect(await names('/accounts', is('people__c', 'eq', '1'))).toEqual(['Big', 'Small']);
  });

  test('is none to ask for while its new definition is brought in', async () => {
    const settings = { formula: 'LEN(name) * 2' };
    await done(admin, 'PATCH', FIELD, { settings });
    expect(await both('length__c')).toEqual(thrice(422, 'field_not_ready'));
    await build();
    expect(await names('/accounts', is('length__c', 'eq', '10'))).toEqual(['Small']);
  });

  test('over more records than the caller may see is neither filtered nor sorted by', async () => {
    const rights = { accounts: ['view', 'export', 'bulk_update'], contacts: ['view'] } as const;
    const all = { accounts: 'all', contacts: 'all' };
    const narrowed = await colleague(rights, { ...all, contacts: 'own' });
    const wide = await colleague(rights, all);
    expect(await both('people__c', wide)).toEqual(thrice(200));
    expect(await both('people__c', narrowed)).toEqual(thrice(422, 'not_stored'));
    const filter = is('people__c', 'gt', '0');
    const csv = { headers: { accept: 'text/csv' } };
    const download = await narrowed.call('GET', `/accounts?${query(filter)}`, csv);
    expect(codes(download)).toEqual([422, 'not_stored']);
    const bulk = { body: { filter, patch: {} } };
    expect(codes(await narrowed.call('POST', '/accounts/bulk', bulk))).toEqual([422, 'not_stored']);
    const through = is('account.people__c', 'gt', '0');
    expect(await asked('/contacts', through, narrowed)).toEqual([422, 'not_stored']);
    expect(await asked('/contacts', through, wide)).toEqual([200]);
    const content = { object: 'account', name: 'Known', filter, sort: '-people__c' };
    const view = await made(admin, '/views', { ...content, visibility: 'public' });
    expect(await done(narrowed, 'GET', `/accounts?view=${view.id}`)).toMatchObject({
      total: 2,
      skippedFilters: [{ field: 'people__c', code: 'not_stored' }],
    });
    expect(refusal(await narrowed.call('GET', '/accounts?sort=people__c'))).toEqual([
      422,
      'validation_failed',
    ]);
  });
});

describe('a text that is kept in one form', () => {
  beforeAll(async () => {
    await defineField(admin, 'lead', {
      name: 'desk__c',
      type: 'phone',
      settings: { defaultCountry: 'DE' },
    });
    await defineField(admin, 'lead', { name: 'site__c', type: 'url' });
    const texts = {
      email: 'Ada@Example.com',
      phone: '+49 30 123456',
      site__c: 'HTTPS://Example.com',
    };
    const lead = { name: 'Ada', companyName: 'Cafe\u0301', desk__c: '030 123456', ...texts };
    await made(admin, '/leads', lead);
    await made(admin, '/leads', { name: 'Bob' });
  });

  test.each<[field: string, op: string, value: unknown]>([
    ['desk__c', 'eq', '030 123456'],
    ['desk__c', 'eq', '+49 (30) 12 34 56'],
    ['desk__c', 'in', ['0049 30 123456', '030/123456']],
    ['phone', 'eq', '+49-30-123456'],
    ['email', 'eq', 'ADA@example.COM'],
    ['email', 'in', ['nobody', 'ADA@example.COM ']],
    ['site__c', 'eq', 'https://example.com'],
    ['site__c', 'between', ['HTTPS://example.com', 'https://Example.com']],
    ['desk__c', 'between', ['030 123456', '+49 (30) 12 34 56']],
    ['desk__c', 'contains', '030 123'],
    ['phone', 'contains', '030/12 34'],
    ['phone', 'startsWith', '0049 (30) 1'],
    ['phone', 'endsWith', '34-56'],
    ['companyName', 'eq', ' Caf\u00e9'],
    ['name', 'eq', 'Ada '],
  ])('is found however it is written: %s %s %j', async (field, op, value) => {
    expect(await halves('/leads', is(field, op, value))).toEqual(['Ada']);
    const others = { not: is(field, op, value) };
    expect(await halves('/leads', others as never)).toEqual(['Bob']);
  });

  test('is compared as it stands where it is none of its kind, or a part', async () => {
    expect(await halves('/leads', is('desk__c', 'eq', 'reception'))).toEqual([]);
    expect(await halves('/leads', is('desk__c', 'contains', '3012'))).toEqual(['Ada']);
    expect(await halves('/leads', is('phone', 'eq', '030 123456'))).toEqual([]);
  });
});
