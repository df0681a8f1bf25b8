import fc from 'fast-check';
import { runs } from '../../../test/support/tier.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { FilterCompiler, SQL_TYPES } from './compile-filter.js';
import type { ListField, ListFieldType } from './list-definition.js';
import { matchesFilter } from './match-filter.js';
import { FilterParser } from './parse-filter.js';

const TYPES: Record<string, ListFieldType> = {
  name: 'text',
  kind: 'enum',
  rate: 'decimal',
  count: 'integer',
  flag: 'boolean',
  day: 'date',
  at: 'instant',
};
const KINDS = ['red', 'green', 'blue'];
const fields: Record<string, ListField> = Object.fromEntries(
  Object.entries(TYPES).map(([name, type]) => [name, { sql: `r.${name}`, type, values: KINDS }]),
);

const words = ['', 'a', 'A', 'Ab', 'bA', 'ä', 'Ä', '%', '_', 'a%', '\\', 'é', '𝄞', '￿', 'a\nb'];
const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-02-${String(n).padStart(2, '0')}`);
const valueOf: Record<string, fc.Arbitrary<string | boolean>> = {
  name: fc.constantFrom(...words),
  kind: fc.constantFrom(...KINDS),
  rate: fc.constantFrom('0', '-0.5', '1', '1.0', '1.50', '10', '9.99', '123456789012345.5'),
  count: fc.constantFrom('0', '-1', '1', '2', '10', '123456789012345678'),
  flag: fc.boolean(),
  day,
  at: fc.tuple(day, fc.constantFrom('T00:00:00.000Z', 'T12:30:00.001Z')).map((p) => p.join('')),
};
const PLAIN = ['eq', 'ne'];
const ORDERED = [...PLAIN, 'gt', 'gte', 'lt', 'lte'];
const OPS: Record<string, readonly string[]> = {
  name: [...ORDERED, 'contains', 'startsWith', 'endsWith'],
  kind: PLAIN,
  flag: PLAIN,
};

const condition = fc.constantFrom(...Object.keys(TYPES)).chain((field) => {
  const value = valueOf[field] ?? fc.constant('');
  const one = fc
    .tuple(fc.constantFrom(...(OPS[field] ?? ORDERED)), value)
    .map(([op, asked]) => ({ field, op, value: asked as unknown }));
  const many = fc
    .tuple(fc.constantFrom('in', 'notIn'), fc.array(value, { minLength: 1, maxLength: 3 }))
    .map(([op, asked]) => ({ field, op, value: asked as unknown }));
  const range = fc
    .tuple(value, value)
    .map((asked) => ({ field, op: 'between', value: asked as unknown }));
  const none = fc.constantFrom('isSet', 'isNotSet').map((op) => ({ field, op }));
  const ranged = OPS[field] === PLAIN ? [] : [range];
  return fc.oneof<fc.Arbitrary<object>[]>(one, many, none, ...ranged);
});
const { tree } = fc.letrec<{ tree: object }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    condition,
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
    tie('tree').map((not) => ({ not })),
  ),
}));
const record = fc.record(
  Object.fromEntries(Object.entries(valueOf).map(([name, of]) => [name, fc.option(of)])),
);

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase({ poolSize: 1 });
});
afterAll(() => t.close());

/** What PostgreSQL says of the records, in order. */
async function asked(node: Parameters<FilterCompiler['compile']>[0], records: object[]) {
  const params: unknown[] = [JSON.stringify(records)];
  const where = new FilterCompiler(fields, (value) => `$${params.push(value)}`).compile(
    node,
    new Map(),
  );
  const columns = Object.entries(TYPES).map(([name, type]) => `${name} ${SQL_TYPES[type]}`);
  const rows = await t.db.pool.query<{ holds: boolean }>(
    `select (${where}) is true as holds from rows from
       (jsonb_to_recordset($1::jsonb) as (${columns.join(', ')})) with ordinality r
       order by ordinality`,
    params,
  );
  return rows.rows.map(({ holds }) => holds);
}

test('a filter says the same of a record in memory as of its row', async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.array(record, { minLength: 1, maxLength: 20 }), async (raw, all) => {
      const parser = new FilterParser(fields);
      const node = parser.parse(raw);
      expect(parser.errors).toEqual([]);
      if (!node) return;
      const inMemory = all.map((each) => matchesFilter(fields, node, each));
      expect(inMemory).toEqual(await asked(node, all));
    }),
    { numRuns: runs(300, 5) },
  );
});
