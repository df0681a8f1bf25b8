import { currencyDigits, formatMinor } from '@quittance/money';
import { newId, type Ctx } from '@quittance/kernel';
import fc from 'fast-check';
import { Client } from 'pg';
import { runs } from '../../../test/support/tier.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { createTestTable } from '../../../test/support/test-table.js';
import type { FilterNode, ListDefinition, ListQuery } from './list-definition.js';
import { listPage, walkList } from './list-page.js';
import { parseListRequest } from './parse-list-request.js';

interface Thing {
  id: string;
  name: string | null;
  kind: string | null;
  minor: bigint | null;
  currency: string;
  rate: string | null;
  n: number | null;
  flag: boolean | null;
  day: string | null;
  at: string | null;
}

const fields: ListDefinition['fields'] = {
  name: { sql: 't.name', type: 'text' },
  kind: { sql: 't.kind', type: 'enum', values: ['red', 'green', 'blue'] },
  total: { sql: 't.minor', type: 'money', currency: 't.currency' },
  currency: { sql: 't.currency', type: 'text' },
  rate: { sql: 't.rate', type: 'decimal' },
  n: { sql: 't.n', type: 'integer' },
  flag: { sql: 't.flag', type: 'boolean' },
  day: { sql: 't.day', type: 'date' },
  at: { sql: 't.at', type: 'instant' },
  id: { sql: 't.id', type: 'id', notNull: true },
};

const things: ListDefinition<Thing, Thing> = {
  from: 'list_test.thing t',
  select: 't.id, t.name, t.kind, t.minor, t.currency, t.rate, t.n, t.flag, t.day, t.at',
  id: 't.id',
  fields,
  search: ['t.name'],
  defaultSort: 'id',
  map: (row) => row,
};

const COUNT = 60;
let t: TestDatabase;
let owner: Client;
let ctx: Ctx;

const pick = <T>(i: number, values: readonly T[]): T => values[i % values.length] as T;

beforeAll(async () => {
  t = await testDatabase();
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  await owner.query('create schema list_test; grant usage on schema list_test to quittance_app');
  await createTestTable(
    owner,
    'list_test.thing',
    `id uuid not null, name text, kind text, minor bigint, currency text, rate numeric, n integer,
     flag boolean, day date, at timestamptz, primary key (company_id, id)`,
  );
  await createTestTable(
    owner,
    'list_test.beside',
    'record_id uuid not null, n integer, primary key (company_id, record_id)',
  );
  await owner.query('grant select on list_test.thing, list_test.beside to quittance_app');
  ctx = await t.newCompany();
  const other = await t.newCompany();
  for (const { companyId } of [ctx, other]) {
    for (let i = 0; i < COUNT; i += 1) {
      await owner.query(`insert into list_test.thing values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11)`, [
        companyId,
        newId(),
        pick(i, ['Acme', 'ACME 100%', 'b_b', 'c\\d', null, "O'Hara", '']),
        pick(i, ['red', 'green', null, 'blue', 'red']),
        pick(i, [1000, 1001, null, 10, 100000, -5]),
        pick(i, ['EUR', 'JPY', 'KWD', 'CLF', 'USD', 'EUR']),
        pick(i, ['0', '1.5', '-2.25', null]),
        pick(i, [1, 2, 3, null, 5, 6, 7, 8, 9]),
        pick(i, [true, false, null]),
        pick(i, ['2026-01-01', '2026-02-28', null, '2026-12-31']),
        pick(i, ['2026-01-01T00:00:00.123456Z', null, '2026-06-01T12:00:00Z']),
      ]);
    }
  }
});

afterAll(async () => {
  await owner?.end();
  await t?.close();
});

async function page(query: ListQuery, definition = things) {
  const request = parseListRequest(definition as ListDefinition, query);
  const found = await t.db.read(ctx, (tx) => listPage(tx, definition, request));
  if ('nextCursor' in found) throw new Error('A page was expected');
  return found;
}

const matching = async (filter: unknown) =>
  (await page({ filter: JSON.stringify(filter), pageSize: '200' })).data;

test('a page and its total are those of the company alone', async () => {
  const { data, total } = await page({ pageSize: '10', page: '6' });
  expect([data.length, total]).toEqual([10, COUNT]);
  expect((await page({ page: '7' })).data).toEqual([]);
});

describe('a filter and its negation', () => {
  const OPERATORS: Readonly<Record<string, readonly string[]>> = {
    name: ['eq', 'ne', 'gt', 'lte', 'contains', 'startsWith', 'endsWith', 'in', 'notIn', 'isSet'],
    kind: ['eq', 'ne', 'in', 'notIn', 'isSet', 'isNotSet'],
    total: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'between', 'isNotSet'],
    currency: ['eq', 'ne', 'in'],
    rate: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'in'],
    n: ['eq', 'ne', 'gt', 'lte', 'between', 'notIn'],
    flag: ['eq', 'ne', 'isSet'],
    day: ['eq', 'gt', 'lte', 'between', 'in', 'isNotSet'],
    at: ['gt', 'lte', 'ne', 'isSet'],
  };
  const VALUES: Readonly<Record<string, readonly unknown[]>> = {
    name: ['Acme', 'acme', '%', '_', '\\', '', "O'"],
    kind: ['red', 'green', 'blue'],
    total: ['10', '10.01', '1000', '0.01', '10.005', '-0.05', '0'],
    currency: ['EUR', 'JPY', 'XXX'],
    rate: ['1.5', '0', '-2.250'],
    n: [1, 5, '9'],
    flag: [true, false],
    day: ['2026-01-01', '2026-02-28'],
    at: ['2026-01-01', '2026-06-01T14:00:00+02:00'],
  };

  const condition = fc
    .constantFrom(...Object.keys(OPERATORS))
    .chain((field) =>
      fc.record({
        field: fc.constant(field),
        op: fc.constantFrom(...(OPERATORS[field] ?? [])),
        values: fc.array(fc.constantFrom(...(VALUES[field] ?? [])), { minLength: 2, maxLength: 2 }),
      }),
    )
    .map(({ field, op, values }) => {
      if (op === 'isSet' || op === 'isNotSet') return { field, op };
      const many = op === 'in' || op === 'notIn' || op === 'between';
      return { field, op, value: many ? values : values[0] };
    });

  const tree = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      condition,
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
      tie('node').map((not) => ({ not })),
    ),
  })).node;

  test('split the records in two, null included', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (filter) => {
        const inside = await matching(filter);
        const outside = await matching({ not: filter });
        const ids = new Set([...inside, ...outside].map(({ id }) => id));
        expect([inside.length + outside.length, ids.size]).toEqual([COUNT, COUNT]);
      }),
      { numRuns: runs(150, 5) },
    );
  });
});

describe('money', () => {
  const major = ({ minor, currency }: Thing) =>
    minor === null ? null : Number(formatMinor(minor, currency));

  test.each(['gt', 'gte', 'lt', 'lte', 'eq'])('is compared in major units: %s', async (op) => {
    const holds = {
      gt: (a: number, b: number) => a > b,
      gte: (a: number, b: number) => a >= b,
      lt: (a: number, b: number) => a < b,
      lte: (a: number, b: number) => a <= b,
      eq: (a: number, b: number) => a === b,
    }[op] as (a: number, b: number) => boolean;
    const all = (await page({ pageSize: '200' })).data;
    for (const value of ['10', '10.005', '0.1', '1001', '-0.05']) {
      const expected = all.filter((each) => {
        const amount = major(each);
        return amount !== null && holds(amount, Number(value));
      });
      const found = await matching({ field: 'total', op, value });
      expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      for (const code of ['EUR', 'JPY', 'KWD']) {
        const one = await matching({
          and: [
            { field: 'total', op, value },
            { field: 'currency', op: 'eq', value: code },
          ],
        });
        const same = expected.filter(({ currency }) => currency === code);
        expect(one.map(({ id }) => id)).toEqual(same.map(({ id }) => id));
      }
    }
  });

  test('is sorted by major units over currencies', async () => {
    const { data } = await page({ sort: '-total', pageSize: '200' });
    const amounts = data.map(major).filter((each) => each !== null);
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
    expect(currencyDigits('CLF')).toBe(4);
  });
});

test.each(['id', '-id', '-name', 'kind,-total', '-at,day', 'flag,-n'])(
  'a list of wide rows has the same pages: %s',
  async (sort) => {
    const wide = { ...things, wide: true };
    const filter = JSON.stringify({ field: 'n', op: 'gte', value: 2 });
    for (const query of [{ page: '2', pageSize: '7' }, { filter }, { search: 'acme' }]) {
      const request = parseListRequest(things as ListDefinition, { ...query, sort });
      const answers = [things, wide].map((each) =>
        t.db.read(ctx, (tx) => listPage(tx, each, request, (bind) => `t.n < ${bind(9)}`)),
      );
      const [plain, found] = await Promise.all(answers);
      expect(found).toEqual(plain);
      expect(found?.data.length).toBeGreaterThan(0);
    }
  },
);

describe('a table beside that lacks records without a value', () => {
  const beside: ListDefinition<Thing, Thing> = {
    ...things,
    wide: true,
    fields: {
      ...fields,
      n: {
        sql: 't.n',
        type: 'integer',
        join: {
          alias: 'b',
          table: 'list_test.beside',
          record: 'record_id',
          on: 'true',
          sql: 'b.n',
          sparse: true,
        },
      },
    },
  };

  beforeAll(async () => {
    await owner.query(`insert into list_test.beside
      select company_id, id, n from list_test.thing where n is not null`);
    // What a record that is gone has left behind.
    await owner.query('insert into list_test.beside values ($1, $2, 3)', [ctx.companyId, newId()]);
  });

  const is = (op: string, value?: unknown) => ({ field: 'n', op, value });
  const red = { field: 'kind', op: 'eq', value: 'red' };
  test.each([
    is('eq', 3),
    is('isSet'),
    is('isNotSet'),
    is('ne', 3),
    is('in', [1, 3]),
    { not: is('eq', 3) },
    { and: [is('gte', 2), red] },
    { and: [{ and: [is('lt', 7)] }, { or: [is('isNotSet'), red] }] },
    { or: [is('between', [2, 3]), red] },
  ])('finds the same: %j', async (filter) => {
    for (const sort of ['n', '-n', 'kind,n', 'id']) {
      const query = { filter: JSON.stringify(filter), sort, pageSize: '200' };
      expect(await page(query, beside)).toEqual(await page(query));
    }
  });

  test.each(['n', '-n', 'n,kind'])(
    'sorts all records where no value is asked for: %s',
    async (sort) => {
      const query = { sort, pageSize: '200' };
      expect(await page(query, beside)).toEqual(await page(query));
    },
  );
});

test('wildcards and quotes stand for themselves', async () => {
  const named = async (op: string, value: string) =>
    new Set((await matching({ field: 'name', op, value })).map(({ name }) => name));
  expect(await named('contains', '%')).toEqual(new Set(['ACME 100%']));
  expect(await named('contains', '_')).toEqual(new Set(['b_b']));
  expect(await named('contains', '\\')).toEqual(new Set(['c\\d']));
  expect(await named('startsWith', "o'h")).toEqual(new Set(["O'Hara"]));
  expect(await named('endsWith', "'; drop table list_test.thing; --")).toEqual(new Set());
});

describe('walking by key', () => {
  async function walk(query: ListQuery): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const request = parseListRequest(things as ListDefinition, { ...query, cursor });
      const found = await t.db.read(ctx, (tx) => listPage(tx, things, request));
      if (!('nextCursor' in found)) throw new Error('A cursor was expected');
      ids.push(...found.data.map(({ id }) => id));
      cursor = found.nextCursor;
    }
    return ids;
  }

  test.each(['id', '-id', 'name', '-name', 'kind,-total', '-at,day', '-total,rate', 'flag,-n'])(
    'sees every record once, in the order of the pages: %s',
    async (sort) => {
      const paged = (await page({ sort, pageSize: '200' })).data.map(({ id }) => id);
      expect(await walk({ sort, pageSize: '7' })).toEqual(paged);
    },
  );

  test('leaves nothing of the keys in the records', async () => {
    const request = parseListRequest(things as ListDefinition, { cursor: '', sort: 'at' });
    const { data } = await t.db.read(ctx, (tx) => listPage(tx, things, request));
    expect(Object.keys(data[0] ?? {}).filter((name) => name.startsWith('_'))).toEqual([]);
  });

  test('in batches is the whole list', async () => {
    const request = parseListRequest(things as ListDefinition, { sort: 'name' });
    const ids: string[] = [];
    for await (const batch of walkList(ctx, t.db, things, request)) {
      ids.push(...batch.map(({ id }) => id));
    }
    expect(ids).toHaveLength(COUNT);
  });
});

test('an endpoint narrows its list further, and a scope what the actor sees of it', async () => {
  const request = parseListRequest(things as ListDefinition, { search: 'acme' });
  const narrowed = await t.db.read(ctx, (tx) =>
    listPage(tx, things, request, (bind) => `t.n < ${bind(5)}`),
  );
  const names = narrowed.data.map(({ name, n }) => [name, (n ?? 9) < 5]);
  expect(names.every(([name, below]) => /acme/i.test(String(name)) && below === true)).toBe(true);
  const scoped = {
    ...things,
    scope: (_: Ctx, bind: (v: unknown) => string) => `t.kind = ${bind('red')}`,
  };
  const { data, total } = await page({ pageSize: '200' }, scoped);
  expect(new Set(data.map(({ kind }) => kind))).toEqual(new Set(['red']));
  expect(total).toBe(data.length);
});

test('a field that nobody lists cannot be compiled', async () => {
  const filter: FilterNode = { kind: 'condition', field: 'secret', op: 'eq', values: ['x'] };
  const request = { ...parseListRequest(things as ListDefinition, {}), filter };
  await expect(t.db.read(ctx, (tx) => listPage(tx, things, request))).rejects.toThrow(/not listed/);
});
