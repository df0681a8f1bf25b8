import { CreateRole, CreateUser } from '@quittance/access/host';
import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { defineField, defineObject, done, made, type Json, type Made } from './objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
/** Both in one team; the third in another. */
let ann: StaffClient;
let tom: StaffClient;
let eve: StaffClient;
/** One lead, contact and ship of each of the three, in that order. */
let leads: readonly Made[];
let ships: readonly Made[];
let fleet: Made;

const RESOURCES = [
  'leads',
  'accounts',
  'contacts',
  'activities',
  'documents',
  'objects/ship__c',
  'objects/fleet__c',
];
const ACTIONS = [
  'view',
  'create',
  'update',
  'delete',
  'export',
  'import',
  'clone',
  'bulk_update',
] as const;

async function person(scope: 'own' | 'team', team: string): Promise<StaffClient> {
  const matrix = Object.fromEntries(RESOURCES.map((name) => [name, [...ACTIONS]]));
  const owned = RESOURCES.filter((name) => !['objects/fleet__c', 'documents'].includes(name));
  const scopes = Object.fromEntries(owned.map((name) => [name, scope]));
  const role = await new CreateRole(t.db).execute(api.company, { name: newId(), matrix, scopes });
  const { id } = await new CreateUser(t.db).execute(api.company, {
    email: `${newId()}@example.com`,
    name: 'Pat Person',
    team,
    roleIds: [role.id],
  });
  return api.client(api.company.companyId, id);
}

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const { admin } = api;
  await defineObject(admin, 'fleet__c');
  await defineObject(admin, 'ship__c', [
    {
      name: 'fleet__c',
      type: 'master_detail',
      settings: { target: 'fleet__c', onDelete: 'cascade' },
    },
    { name: 'masts__c', type: 'integer' },
  ]);
  await defineField(admin, 'fleet__c', {
    name: 'ships__c',
    type: 'rollup',
    settings: { child: 'ship__c', childField: 'fleet__c', function: 'count' },
  });
  await defineField(admin, 'lead', {
    name: 'ship__c',
    type: 'lookup',
    settings: { target: 'ship__c', onDelete: 'clear' },
  });
  await defineField(admin, 'lead', {
    name: 'masts__c',
    type: 'formula',
    settings: { formula: 'ship__c.masts__c', resultType: 'number' },
  });
  ann = await person('own', 'North');
  tom = await person('team', 'North');
  eve = await person('own', 'South');
  fleet = await made(admin, '/objects/fleet__c', { name: 'Grand fleet' });
  const all = [ann, tom, eve];
  ships = await Promise.all(
    all.map((who) =>
      made(who, '/objects/ship__c', { name: 'Ship', fleet__c: fleet.id, masts__c: 3 }),
    ),
  );
  leads = await Promise.all(
    all.map((who, i) => made(who, '/leads', { name: `Scoped ${i}`, ship__c: ships[i]?.id })),
  );
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const idOf = (all: readonly Made[], i: number) => all[i]?.id ?? '';

/** Who may see which of the three. */
const seen = (): readonly [StaffClient, readonly number[]][] => [
  [ann, [0]],
  [tom, [0, 1]],
  [eve, [2]],
  [api.admin, [0, 1, 2]],
];

async function names(who: StaffClient, query: string): Promise<readonly unknown[]> {
  const { data } = await done<{ data: Json[] }>(who, 'GET', `/leads?sort=name&${query}`);
  return data.map(({ name }) => name);
}

describe('a record beyond the scope of its reader', () => {
  test('is in no list, no total, no search and no export', async () => {
    for (const [who, mine] of seen()) {
      const expected = mine.map((i) => `Scoped ${i}`);
      expect(await names(who, '')).toEqual(expected);
      expect(await names(who, 'search=scoped')).toEqual(expected);
      expect(await names(who, 'cursor=')).toEqual(expected);
      const filter = encodeURIComponent(
        JSON.stringify({ not: { field: 'name', op: 'eq', value: 'x' } }),
      );
      expect(await names(who, `filter=${filter}`)).toEqual(expected);
      const { total } = await done<{ total: number }>(who, 'GET', '/leads');
      expect(total).toBe(mine.length);
      const csv = await done<string>(who, 'GET', '/leads', undefined, { accept: 'text/csv' });
      expect([0, 1, 2].filter((i) => csv.includes(`Scoped ${i}`))).toEqual(mine);
    }
  });

  test('is not there, whatever is asked of it', async () => {
    const asked: [method: string, path: string, body?: unknown][] = [
      ['GET', ''],
      ['PATCH', '', { title: 'x' }],
      ['DELETE', ''],
      ['POST', '/clone', {}],
      ['GET', '/timeline'],
      ['GET', '/layout'],
      ['GET', '/documents'],
      ['POST', '/documents?fileName=x', 'x'],
    ];
    for (const [who, mine] of seen()) {
      for (const i of [0, 1, 2].filter((each) => !mine.includes(each))) {
        for (const [method, path, body] of asked) {
          const url = `/leads/${idOf(leads, i)}${path}`;
          const { status } = await who.call(method, url, body === undefined ? {} : { body });
          expect([method, path, status]).toEqual([method, path, 404]);
        }
      }
    }
  });

  test('is changed by no bulk change and no import, by id or by filter', async () => {
    const ids = leads.map(({ id }) => id);
    const patch = { title: 'Bulk' };
    expect(await done(ann, 'POST', '/leads/bulk', { ids, patch })).toMatchObject({
      updated: 1,
      failed: 2,
    });
    const filter = { field: 'name', op: 'startsWith', value: 'Scoped' };
    expect(await done(tom, 'POST', '/leads/bulk', { filter, patch })).toMatchObject({
      updated: 1,
      unchanged: 1,
    });
    const rows = ids.map((id) => JSON.stringify({ id, title: 'Import' })).join('\n');
    const jsonl = { 'content-type': 'application/x-ndjson' };
    expect(await done(eve, 'POST', '/leads/import', rows, jsonl)).toMatchObject({
      updated: 1,
      failed: 2,
    });
    const { data } = await done<{ data: Json[] }>(api.admin, 'GET', '/leads?sort=name');
    expect(data.map(({ title }) => title)).toEqual(['Bulk', 'Bulk', 'Import']);
  });

  test('is counted by no roll-up, reached by no formula and pointed at by nobody', async () => {
    for (const [who, mine] of seen()) {
      const { ships__c: count } = await done(who, 'GET', `/objects/fleet__c/${fleet.id}`);
      expect(count).toBe(String(mine.length));
    }
    const lead = idOf(leads, 0);
    await done(api.admin, 'PATCH', `/leads/${lead}`, { ship__c: idOf(ships, 2) });
    expect(await done(ann, 'GET', `/leads/${lead}`)).toMatchObject({ masts__c: null });
    expect(await done(api.admin, 'GET', `/leads/${lead}`)).toMatchObject({ masts__c: '3' });
    const body = { ship__c: idOf(ships, 1) };
    const { status, body: problem } = await ann.call('PATCH', `/leads/${lead}`, { body });
    expect([status, (problem as { errors: Json[] }).errors[0]]).toMatchObject([
      422,
      { pointer: '/ship__c', code: 'reference_not_found' },
    ]);
  });

  test('is not told by the activities on the timeline of another', async () => {
    const about = { relatedObject: 'lead', relatedId: idOf(leads, 0) };
    await made(tom, '/activities', { subject: 'Of the team', kind: 'call', ...about });
    await made(ann, '/activities', { subject: 'Own', kind: 'call', ...about });
    const subjects = async (who: StaffClient) => {
      const { data } = await done<{ data: Json[] }>(
        who,
        'GET',
        `/leads/${about.relatedId}/timeline`,
      );
      return data.filter(({ kind }) => kind === 'activity').map(({ title }) => title);
    };
    expect(await subjects(ann)).toEqual(['Own']);
    expect((await subjects(tom)).sort()).toEqual(['Of the team', 'Own']);
  });
});
