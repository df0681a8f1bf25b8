import { CompanyModels } from '@quittance/metadata';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { bringIn, call, type Body } from './configuration-support';

let t: TestDatabase;
let api: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const OBJECT = 'thing__c';
const objects = [
  {
    name: OBJECT,
    label: 'Thing',
    pluralLabel: 'Things',
    nameLabel: 'Name',
    description: null,
    owned: true,
  },
];

function field(position: number, more: object = {}) {
  return {
    object: OBJECT,
    name: `f${position}__c`,
    type: 'text',
    label: 'F',
    help: null,
    group: null,
    position,
    settings: {},
    required: false,
    requiredWhen: null,
    default: null,
    unique: false,
    indexed: false,
    searched: false,
    personal: false,
    portals: { customer: 'none', partner: 'none', vendor: 'none' },
    ...more,
  };
}

const many = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const document = (parts: object) => ({ format: 'quittance-setup', version: 1, parts });

/** How often the company's objects are read anew meanwhile. */
async function readings(work: () => Promise<unknown>): Promise<number> {
  const models = api.app.get(CompanyModels, { strict: false });
  const fresh = vi.spyOn(models, 'fresh');
  await work();
  const { calls } = fresh.mock;
  fresh.mockRestore();
  return calls.length;
}

test('a set-up costs no reading of all objects for each of its fields and rules', async () => {
  const admin = await api.newAdmin();
  const rule = (i: number) => ({
    object: OBJECT,
    name: `R${i}`,
    active: true,
    position: i,
    formula: `LEN(f${i}__c) < 9`,
    message: 'Too long',
    field: null,
  });
  const fields = [
    field(0, { name: 'twice__c', type: 'formula', settings: { formula: 'f1__c & f2__c' } }),
    ...many(60, (i) => field(i + 1)),
  ];
  const parts = { objects, fields, validationRules: many(40, (i) => rule(i + 1)) };
  const before = await readings(() => bringIn(admin, document({ objects: [], fields: [] })));
  const during = await readings(async () => {
    expect(await bringIn(admin, document(parts))).toMatchObject({ status: 200 });
  });
  expect(during - before).toBeLessThan(10);
  const made = await call(admin, 'GET', `/customization/objects/${OBJECT}/fields/twice__c`);
  expect(made.body).toMatchObject({ settings: { resultType: 'text' } });
});

test('the limit of fields holds within one set-up', async () => {
  const admin = await api.newAdmin();
  const parts = { objects, fields: many(201, (i) => field(i)) };
  const refused = await bringIn(admin, document(parts));
  expect(refused).toMatchObject({ status: 409, body: { code: 'setup_conflict' } });
  expect((refused.body.errors as Body[]).map(({ code }) => code)).toEqual(['field_limit_reached']);
  const most = document({ objects, fields: parts.fields.slice(1) });
  expect((await bringIn(admin, most)).status).toBe(200);
});

const entry = (code: string, more: object = {}) => ({
  type: 'industry',
  code,
  name: code,
  description: null,
  sortOrder: 0,
  icon: null,
  colour: null,
  active: true,
  parentCode: null,
  deleted: false,
  ...more,
});

test('entries of masters are judged together, each at its place', async () => {
  const admin = await api.newAdmin();
  const refused = await bringIn(
    admin,
    document({
      masters: [entry('Zoo'), entry('zoo'), entry('Media', { name: 'M' }), entry('a b')],
      cities: [entry('muc', { type: 'city', parentCode: 'DE-BY' }), entry('x', { type: 'city' })],
    }),
  );
  expect(refused.status).toBe(409);
  const told = (refused.body.errors as Body[]).map(({ pointer, code }) => [pointer, code]);
  expect(told).toEqual([
    ['/parts/masters/1/code', 'unique'],
    ['/parts/masters/2/code', 'unique'],
    ['/parts/masters/3/code', 'pattern'],
    ['/parts/cities/1/parentCode', 'required'],
  ]);
});
