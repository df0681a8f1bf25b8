import {
  listPage,
  listPageText,
  parseListRequest,
  walkList,
  type ListQuery,
} from '@quittance/lists';
import { newId, type Ctx, type DomainError } from '@quittance/kernel';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { RecordId, RecordView } from '@quittance/metadata';
import type { FieldType } from '@quittance/fields';
import { createRecords } from '../records/create-records.js';
import { deleteRecords } from '../records/delete-records.js';
import { updateRecords } from '../records/update-records.js';
import { TestShop } from '../testing/test-objects.js';
import { recordList } from './record-list.js';

const COUNT = 60;
let t: TestDatabase;
let shop: TestShop;
let ctx: Ctx;
let records: readonly RecordView[];

const TYPES = {
  label: 'text',
  mass: 'number',
  flag: 'boolean',
  day: 'date',
  moment: 'datetime',
  clock: 'time',
  near: 'lookup',
} as const satisfies Record<string, FieldType>;

const VALUES: Readonly<Record<keyof typeof TYPES, readonly (string | boolean | null)[]>> = {
  label: ['Acme', 'acme 100%', null, "O'Hara", 'b_b'],
  mass: ['1.5', null, '-2.25', '0', '1000000000000000000000.5'],
  flag: [true, null, false],
  day: ['2026-01-01', '2026-02-28', null, '2026-12-31'],
  moment: ['2026-01-01T00:00:00.000Z', null, '2026-06-01T12:00:00.000Z'],
  clock: ['09:30:00', '23:59:59', null],
  near: [null],
};

const pick = <T>(i: number, values: readonly T[]): T => values[i % values.length] as T;

/** Each type twice: read from the document, and served by the side table. */
const nameOf = (field: string, way: 'plain' | 'kept') => `${field}_${way}__c`;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  shop = await new TestShop(t, ctx).open();
  for (const [field, type] of Object.entries(TYPES)) {
    const pointing = { target: 'part', onDelete: 'clear' as const };
    const settings = type === 'lookup' ? pointing : { precision: 28 };
    for (const way of ['plain', 'kept'] as const) {
      if (type === 'lookup' && way === 'plain') continue;
      await shop.define('part', nameOf(field, way), type, { settings, indexed: way === 'kept' });
    }
  }
  await shop.define('part', 'tags__c', 'multi_select', {
    settings: { options: ['a', 'b', 'c'].map((code) => ({ code, label: code, active: true })) },
  });
  await shop.defineObject('project__c');
  await shop.define('project__c', 'ratio__c', 'formula', {
    settings: { formula: '1', resultType: 'number' },
    storage: { kind: 'computed' },
  });
  const [first] = await make([{ name: 'First', kind: 'made' }]);
  const inputs = Array.from({ length: COUNT - 1 }, (_, i) => ({
    name: pick(i, ['Bolt', 'Nut', 'Cog']),
    kind: pick(i, ['raw', 'made', null]),
    sizes: pick(i, [['s'], ['s', 'm'], null, []]),
    price: pick(i, ['10.00', null, '7']),
    currency: pick(i, ['EUR', null, 'JPY']),
    weight: pick(i, ['0', '1.5', null]),
    madeOn: pick(i, ['2026-01-01', null]),
    tags__c: pick(i, [['a'], null, ['a', 'b'], ['c']]),
    ...Object.fromEntries(
      Object.keys(TYPES).flatMap((field): [string, unknown][] => {
        const value = pick(i, VALUES[field as keyof typeof TYPES]);
        if (field === 'near') return [[nameOf(field, 'kept'), pick(i, [first?.id, null, null])]];
        return [
          [nameOf(field, 'plain'), value],
          [nameOf(field, 'kept'), value],
        ];
      }),
    ),
  }));
  await make(inputs);
  await shop.build();
  records = (await page({ pageSize: '200' })).data as RecordView[];
});

afterAll(async () => {
  await shop?.close();
  await t?.close();
});

const make = (inputs: readonly object[], by = ctx) =>
  shop.write('part', (tx, object) => createRecords(tx, object, inputs as never), by);

async function page(query: ListQuery, by = ctx, name = 'part') {
  const object = await shop.object(name, by);
  const list = recordList(object.model, object);
  const request = parseListRequest(list as never, query);
  const found = await t.db.read(by, (tx) => listPage(tx, list, request));
  if ('nextCursor' in found) throw new Error('A page was expected');
  return found;
}

const matching = (filter: unknown, by = ctx) =>
  page({ filter: JSON.stringify(filter), pageSize: '200' }, by);

async function refusal(query: ListQuery, of = 'part'): Promise<DomainError> {
  return page(query, ctx, of).then(
    () => {
      throw new Error('It was expected to be refused');
    },
    (error: DomainError) => error,
  );
}

describe('a filter over standard and custom fields', () => {
  const ordered = [
    'eq',
    'ne',
    'gt',
    'gte',
    'lt',
    'lte',
    'between',
    'in',
    'notIn',
    'isSet',
    'isNotSet',
  ];
  const OPERATORS: Readonly<Record<string, readonly string[]>> = {
    label: [...ordered, 'contains', 'startsWith', 'endsWith'],
    mass: ordered,
    flag: ['eq', 'ne', 'isSet', 'isNotSet'],
    day: ordered,
    moment: ordered,
    clock: ordered,
    near: ['eq', 'ne', 'in', 'isSet', 'isNotSet'],
  };
  const asked = Object.entries(OPERATORS).flatMap(([field, operators]) => {
    const values = VALUES[field as keyof typeof TYPES].filter((each) => each !== null);
    if (field === 'near') values.push(newId());
    const ways = field === 'near' ? (['kept'] as const) : (['plain', 'kept'] as const);
    return ways.map((way) => ({ field: nameOf(field, way), operators, values }));
  });
  asked.push(
    { field: 'name', operators: ordered, values: ['Bolt', 'Nut'] },
    { field: 'kind', operators: ['eq', 'ne', 'in', 'isSet'], values: ['raw', 'made'] },
    { field: 'price', operators: ordered, values: ['7', '10', '0.5'] },
    { field: 'weight', operators: ordered, values: ['0', '1.5'] },
    { field: 'madeOn', operators: ordered, values: ['2026-01-01'] },
    { field: 'place.city', operators: ['eq', 'isSet'], values: ['Graz'] },
    ...['sizes', 'tags__c'].map((field) => ({
      field,
      operators: ['contains', 'in', 'notIn', 'isSet', 'isNotSet'],
      values: field === 'sizes' ? ['s', 'm', 'l'] : ['a', 'b', 'c'],
    })),
  );
  const condition = fc.constantFrom(...asked).chain(({ field, operators, values }) =>
    fc
      .record({
        op: fc.constantFrom(...operators),
        some: fc.array(fc.constantFrom(...values), { minLength: 2, maxLength: 2 }),
      })
      .map(({ op, some }) => {
        if (op === 'isSet' || op === 'isNotSet') return { field, op };
        const many = op === 'in' || op === 'notIn' || op === 'between';
        return { field, op, value: many ? some : some[0] };
      }),
  );
  const tree = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      condition,
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
      tie('node').map((not) => ({ not })),
    ),
  })).node;

  it('and its negation split the records in two, rows and totals alike', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (filter) => {
        const [inside, outside] = [await matching(filter), await matching({ not: filter })];
        const ids = new Set([...inside.data, ...outside.data].map(({ id }) => id));
        expect([inside.total + outside.total, ids.size]).toEqual([COUNT, COUNT]);
        expect(inside.data).toHaveLength(inside.total);
      }),
      { numRuns: runs(250, 5) },
    );
  });

  it('finds the same by the document and by the side table', async () => {
    const twice = asked.filter(({ field }) => field.endsWith('_plain__c'));
    for (const { field, operators, values } of twice) {
      const kept = field.replace('_plain__c', '_kept__c');
      for (const op of operators) {
        const none = op === 'isSet' || op === 'isNotSet';
        const many = op === 'in' || op === 'notIn' || op === 'between';
        const value = none ? undefined : many ? values.slice(0, 2) : values[0];
        const [one, other] = [
          await matching({ field, op, value }),
          await matching({ field: kept, op, value }),
        ];
        expect([op, kept, other.data.map(({ id }) => id)]).toEqual([
          op,
          kept,
          one.data.map(({ id }) => id),
        ]);
      }
    }
  });

  it.each(Object.keys(TYPES).filter((field) => field !== 'near'))(
    'and a sort are the same by both ways: %s',
    async (field) => {
      for (const sign of ['', '-']) {
        const [one, other] = [
          await page({ sort: `${sign}${nameOf(field, 'plain')}`, pageSize: '200' }),
          await page({ sort: `${sign}${nameOf(field, 'kept')}`, pageSize: '200' }),
        ];
        expect(other.data).toEqual(one.data);
        expect(one.data).toHaveLength(COUNT);
      }
    },
  );
});

describe('walking by key', () => {
  it.each([
    'mass_kept__c',
    '-mass_kept__c',
    'label_kept__c',
    '-label_kept__c',
    'flag_kept__c',
    'near_kept__c',
    'flag_kept__c,-day_kept__c',
    '-flag_kept__c,day_kept__c,mass_kept__c',
    '-clock_plain__c,name',
  ])('sees every record once, in the order of the pages: %s', async (sort) => {
    const object = await shop.object('part');
    const list = recordList(object.model, object);
    const seen: RecordView[] = [];
    const request = parseListRequest(list as never, { sort });
    for await (const batch of walkList(ctx, t.db, list, request)) seen.push(...batch);
    expect(seen).toEqual((await page({ sort, pageSize: '200' })).data);
    const cursors: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const step = parseListRequest(list as never, { sort, cursor, pageSize: '7' });
      const found = await t.db.read(ctx, (tx) => listPage(tx, list, step));
      if (!('nextCursor' in found)) throw new Error('A cursor was expected');
      cursors.push(...found.data.map(({ id }) => id));
      cursor = found.nextCursor;
    }
    expect(cursors).toEqual(seen.map(({ id }) => id));
  });
});

describe('a list', () => {
  it('shows records as they are read one by one', () => {
    expect(records).toHaveLength(COUNT);
    expect(Object.keys(records[0] ?? {}).slice(0, 3)).toEqual(['id', 'version', 'name']);
    expect(records.find((each) => each.currency === 'JPY')).toMatchObject({ price: '7' });
  });

  it('is written from the rows as it is read from them', async () => {
    const object = await shop.object('part');
    const list = recordList(object.model, object) as never;
    for (const sort of ['name', '-mass_kept__c']) {
      const request = { ...parseListRequest(list, { sort, pageSize: '200' }), cursor: null };
      const text = await t.db.read(ctx, (tx) => listPageText(tx, list, request));
      expect(JSON.parse(text)).toEqual(await page({ sort, pageSize: '200' }));
    }
  });

  it('is searched in the fields that say so', async () => {
    const { data } = await page({ search: 'fir' });
    expect(data.map((each) => each.name)).toEqual(['First']);
  });

  it('refuses by name what no list has', async () => {
    const filter = JSON.stringify({ field: 'nope__c', op: 'eq', value: 1 });
    expect((await refusal({ filter })).code).toBe('invalid_list_request');
    expect((await refusal({ sort: 'tags__c' })).options.errors).toMatchObject([
      { parameter: 'sort', code: 'unknown_field' },
    ]);
    for (const op of ['eq', 'gt', 'startsWith']) {
      const wrong = JSON.stringify({ field: 'tags__c', op, value: 'a' });
      expect((await refusal({ filter: wrong })).status).toBe(400);
    }
  });

  it('refuses what is computed on read, naming the option that would allow it', async () => {
    const filter = JSON.stringify({ not: { field: 'ratio__c', op: 'gt', value: '1' } });
    for (const query of [{ filter }, { sort: '-ratio__c' }]) {
      const { status, options } = await refusal(query, 'project__c');
      expect([status, options.errors?.[0]?.code]).toEqual([422, 'not_stored']);
      expect(options.errors?.[0]?.message).toMatch(/stored/);
    }
    await shop.write('project__c', (tx, object) => createRecords(tx, object, [{ name: 'Bridge' }]));
    expect((await page({}, ctx, 'project__c')).data[0]).toMatchObject({ ratio__c: '1' });
  });

  it('follows the records as they are changed and deleted', async () => {
    const key = newId();
    const [made] = await make([{ name: 'Moved', label_kept__c: key }]);
    const id = made?.id as RecordId;
    const find = async () =>
      (await matching({ field: 'label_kept__c', op: 'eq', value: key })).total;
    expect(await find()).toBe(1);
    await shop.write('part', (tx, object) =>
      updateRecords(tx, object, [{ id, patch: { label_kept__c: 'other' } }]),
    );
    expect(await find()).toBe(0);
    await shop.write('part', (tx, object) =>
      updateRecords(tx, object, [{ id, patch: { label_kept__c: key } }]),
    );
    await shop.write('part', (tx, object) => deleteRecords(tx, object, [{ id }]));
    expect(await find()).toBe(0);
    expect((await page({ sort: 'label_kept__c' })).total).toBe(COUNT);
  });

  it('shows an actor what its scope reaches, however it is asked', async () => {
    const userId = newId<'user'>();
    await shop.owner.query(
      `insert into identity.staff_user (company_id, id, email, name, created_at, updated_at)
       values ($1, $2, $3, 'Jo', now(), now())`,
      [ctx.companyId, userId, `${userId}@example.com`],
    );
    const by = Object.freeze({
      ...ctx,
      userId,
      permissions: { ...ctx.permissions, scope: () => 'own' as const },
    });
    const [mine] = await make([{ name: 'Mine', label_kept__c: 'Acme' }], by);
    const filter = { field: 'label_kept__c', op: 'eq', value: 'Acme' };
    for (const query of [{}, { sort: 'mass_kept__c' }, { filter: JSON.stringify(filter) }]) {
      const { data, total } = await page(query, by);
      expect([data.map(({ id }) => id), total]).toEqual([[mine?.id], 1]);
    }
    await shop.write('part', (tx, object) =>
      deleteRecords(tx, object, [{ id: mine?.id as RecordId }]),
    );
  });
});
