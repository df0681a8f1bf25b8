import { Validator, type Schema } from '@cfworker/json-schema';
import type { LocalDate } from '@quittance/calendar';
import { fieldTypes } from '@quittance/fields';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  defineField,
  defineObject,
  done,
  everyType,
  made,
  rollupOf,
  type CustomField,
  type Json,
  type Made,
} from '../objects/objects-support.js';
import { bodiesOf, breaksOf, type Break, type Told, type World } from './schema-payloads.js';

/** Fields whose every setting the schema has to tell. */
const STRICT: readonly CustomField[] = [
  { name: 'must__c', type: 'text', required: true, settings: { minLength: 3, maxLength: 12 } },
  { name: 'word__c', type: 'text', unique: true, settings: { pattern: '[A-F]{4,9}-\\d{6,9}' } },
  { name: 'lines__c', type: 'textarea', required: true, settings: { maxLength: 200 } },
  { name: 'page__c', type: 'rich_text', settings: { minLength: 5, maxLength: 400 } },
  { name: 'count__c', type: 'integer', required: true, settings: { min: '-3', max: '12' } },
  { name: 'large__c', type: 'integer' },
  { name: 'mass__c', type: 'number', settings: { precision: 8, scale: 3, min: '-2.5', max: '70' } },
  { name: 'exact__c', type: 'number', settings: { precision: 28, scale: 10 } },
  { name: 'unit__c', type: 'number', settings: { precision: 4, scale: 4 } },
  { name: 'whole__c', type: 'percent', settings: { precision: 5, scale: 0 } },
  { name: 'yen__c', type: 'currency', settings: { currency: 'JPY', min: '1', max: '500000' } },
  { name: 'base__c', type: 'currency' },
  { name: 'from__c', type: 'date', settings: { min: '2020-01-01', max: 'today+30d' } },
  { name: 'soon__c', type: 'datetime', settings: { min: 'today-7d', max: 'today+7d' } },
  { name: 'shift__c', type: 'time', settings: { min: '06:00', max: '22:30' } },
  { name: 'mail__c', type: 'email', settings: { allowedDomains: ['example.com', 'b.example'] } },
  { name: 'call__c', type: 'phone', required: true },
  {
    name: 'kind__c',
    type: 'picklist',
    required: true,
    settings: { options: options('hull', 'sail') },
  },
  {
    name: 'part__c',
    type: 'picklist',
    settings: {
      options: options('keel', 'jib'),
      dependsOn: { field: 'kind__c', allowed: { hull: ['keel'], sail: ['jib'] } },
    },
  },
  {
    name: 'parts__c',
    type: 'multi_select',
    required: true,
    settings: { options: options('a', 'b', 'c'), maxItems: 2 },
  },
  { name: 'why__c', type: 'text', requiredWhen: 'count__c > 10' },
];

function options(...codes: readonly string[]): Json[] {
  return codes.map((code) => ({ code, label: code }));
}

type Schemas = Told & { readonly $defs: Readonly<Record<'create' | 'update', Told>> };

let t: TestDatabase;
let api: TestStaffApi;
let schema: Schemas;
let world: World;
let good: Made;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const { admin } = api;
  await defineObject(admin, 'yard__c');
  await defineObject(admin, 'ship__c', [...everyType('yard__c'), ...STRICT]);
  await defineField(admin, 'yard__c', rollupOf('ship__c'));
  const yard = await made(admin, '/objects/yard__c', { name: 'Yard' });
  const account = await made(admin, '/accounts', { name: 'Acme' });
  schema = (await done(admin, 'GET', '/objects/ship__c/schema')) as unknown as Schemas;
  const ids = { yard__c: [yard.id], account: [account.id], user: [admin.userId] };
  world = { today: t.clock.now().slice(0, 10) as LocalDate, ids };
  const first = bodyFor('create');
  remember(first);
  good = await made(admin, '/objects/ship__c', first);
  const path = `/objects/ship__c/${good.id}/documents?fileName=plan.txt`;
  const files = [await made(admin, path, { a: 1 }), await made(admin, path, { a: 2 })];
  world = { ...world, ids: { ...ids, file: files.map(({ id }) => id) } };
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const faults = (told: object, body: unknown) =>
  new Validator(structuredClone(told) as Schema, '2020-12', false).validate(body).errors;

/** Bodies that the schema takes; what is unique is so among all that are sent. */
const sent = new Set<unknown>();
function bodies(use: 'create' | 'update'): fc.Arbitrary<Json> {
  const validator = new Validator(structuredClone(schema.$defs[use]) as Schema, '2020-12', true);
  // Files are attached to a record that is there.
  const known = use === 'create' ? { ...world, ids: { ...world.ids, file: [] } } : world;
  return (bodiesOf(schema.$defs[use], known) as fc.Arbitrary<Json>).filter(
    (body) =>
      validator.validate(body).valid &&
      !sent.has(body.word__c) &&
      !sent.has(body.key__c) &&
      (Number(body.count__c ?? 0) <= 10 || typeof body.why__c === 'string'),
  );
}

function bodyFor(use: 'create' | 'update'): Json {
  return fc.sample(bodies(use), { numRuns: 1, seed: 7 })[0] as Json;
}

function remember(body: Json): void {
  for (const value of [body.word__c, body.key__c]) if (typeof value === 'string') sent.add(value);
}

/** Everything that can be broken, one keyword at a time. */
function breaks(): Break[] {
  const { properties = {} } = schema.$defs.create;
  return Object.entries(properties).flatMap(([name, told]) => breaksOf(name, told, world));
}

test('tells every type there is, computed ones as what nobody sends', () => {
  const types = Object.values(schema.properties ?? {}).map((told) => told['x-type']);
  expect(new Set([...types, 'rollup'])).toEqual(new Set(fieldTypes.all));
  const { properties = {} } = schema.$defs.create;
  expect(properties).not.toHaveProperty('formula__c');
  expect(properties).not.toHaveProperty('auto__c');
  expect(properties.why__c?.['x-requiredWhen']).toBe('count__c > 10');
  expect(properties.mass__c).toMatchObject({ 'x-precision': 8, 'x-scale': 3, 'x-minimum': '-2.5' });
  expect(properties.from__c).toMatchObject({ 'x-minimum': '2020-01-01', 'x-maximum': 'today+30d' });
  expect(properties.base__c).toMatchObject({ 'x-currency': 'EUR', 'x-scale': 2 });
});

test('a body that is made from it is taken, and answered as it says', async () => {
  await fc.assert(
    fc.asyncProperty(bodies('create'), async (body) => {
      remember(body);
      const answer = await api.admin.call('POST', '/objects/ship__c', { body });
      expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
      const { $defs: _, ...record } = schema;
      expect(faults(record, answer.body)).toEqual([]);
    }),
    { numRuns: runs(100, 5) },
  );
});

test('a change that is made from it is taken', async () => {
  await fc.assert(
    fc.asyncProperty(bodies('update'), async (patch) => {
      remember(patch);
      // What the record has already may need the other.
      const { part__c: _, ...body } = { ...patch, part__c: null, why__c: 'So' };
      const path = `/objects/ship__c/${good.id}`;
      await done(api.admin, 'PATCH', path, { part__c: null });
      const answer = await api.admin.call('PATCH', path, { body });
      expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    }),
    { numRuns: runs(60, 5) },
  );
});

test('has something to break of every keyword', () => {
  const found = new Set(breaks().map(({ keyword }) => keyword));
  expect([...found].sort()).toEqual([
    'additionalProperties',
    'allOf',
    'enum',
    'format',
    'items',
    'maxItems',
    'maxLength',
    'maximum',
    'minItems',
    'minLength',
    'minimum',
    'pattern',
    'type',
    'x-maximum',
    'x-minimum',
  ]);
});

/** The status, and whether the member is named among what is wrong. */
async function refused(body: Json, name: string): Promise<[status: number, isNamed: boolean]> {
  const { status, body: problem } = await api.admin.call('POST', '/objects/ship__c', { body });
  const { errors = [] } = problem as { errors?: { pointer: string }[] };
  return [status, errors.some(({ pointer }) => pointer.split('/')[1] === name)];
}

test('a body against one keyword is refused, and the member is named', async () => {
  const whole = bodyFor('create');
  const found: unknown[] = [];
  for (const { name, keyword, value } of breaks()) {
    const body = { ...whole, [name]: value };
    const isSaid = keyword.startsWith('x-') || faults(schema.$defs.create, body).length > 0;
    const [status, isNamed] = await refused(body, name);
    if (!isSaid || status !== 422 || !isNamed) found.push([name, keyword, value, isSaid, status]);
  }
  expect(found).toEqual([]);
});

test('whatever else is right, what is against one keyword is not', async () => {
  const { total } = await done<{ total: number }>(api.admin, 'GET', '/objects/ship__c');
  await fc.assert(
    fc.asyncProperty(bodies('create'), fc.constantFrom(...breaks()), async (whole, one) => {
      const body = { ...whole, [one.name]: one.value };
      expect([one, ...(await refused(body, one.name))]).toEqual([one, 422, true]);
    }),
    { numRuns: runs(100, 5) },
  );
  expect(await done(api.admin, 'GET', '/objects/ship__c')).toMatchObject({ total });
});

test('what a member is demanded for, or goes with, is a rule of both', async () => {
  const { properties = {}, required = [] } = schema.$defs.create;
  const whole: Json = { ...bodyFor('create'), kind__c: 'hull', part__c: 'keel', count__c: 1 };
  const without = (name: string) =>
    Object.fromEntries(Object.entries(whole).filter(([each]) => each !== name));
  const wrong: [name: string, body: Json][] = [
    ...required.map((name): [string, Json] => [name, without(name)]),
    ['part__c', { ...whole, kind__c: 'sail' }],
    ['auto__c', { ...whole, auto__c: 'X-1' }],
    ['formula__c', { ...whole, formula__c: '2' }],
  ];
  expect(required.length).toBeGreaterThan(6);
  expect(faults(schema.$defs.create, whole)).toEqual([]);
  for (const [name, body] of wrong) {
    expect([name, faults(schema.$defs.create, body).length > 0]).toEqual([name, true]);
    const { status } = await api.admin.call('POST', '/objects/ship__c', { body });
    expect([name, status]).toEqual([name, 422]);
  }
  expect(properties.why__c?.['x-requiredWhen']).toBeDefined();
  const unsaid = { ...whole, count__c: 11, why__c: null };
  expect(faults(schema.$defs.create, unsaid)).toEqual([]);
  const { status } = await api.admin.call('POST', '/objects/ship__c', { body: unsaid });
  expect(status).toBe(422);
});
