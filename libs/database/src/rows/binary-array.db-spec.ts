import type { LocalDate } from '@quittance/calendar';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  booleanArray,
  dateArray,
  int4Array,
  int8Array,
  newIdArray,
  numericArray,
  textArray,
  uuidArray,
  type ColumnArray,
} from './binary-array.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t.close());

/** What PostgreSQL makes of an array, as text, beside a column that tells the rows. */
async function readBack(type: string, array: ColumnArray, length: number): Promise<unknown[]> {
  const ctx = await t.newCompany();
  const rows = await t.db.read(ctx, (tx) =>
    tx.rows<{ value: string | null }>(
      `select a.value::text as value from unnest($1::${type}[], $2::integer[]) as a(value, n)
       order by a.n`,
      [array, int4Array(Array.from({ length }), (_, i) => i)],
    ),
  );
  return rows.map(({ value }) => value);
}

const itself = <T>(value: T): T => value;
const date = (text: string) => text as LocalDate;

describe('a column of a set of rows arrives as it was given', () => {
  const uuids = [
    '01900000-0000-7000-8000-00000000000f',
    null,
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '01234567-89ab-cdef-0123-456789abcdef',
  ];
  const texts = ['', 'plain', null, '"\\{},', 'NULL', 'Zürich 東京 🧾', 'line\nbreak', ' '];
  texts.push('plain, of more than forty-eight characters: 0123456789', `${'ü'.repeat(60)} 東京`);
  const bigints = [0n, -1n, null, 9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n];
  const dates = [
    '2000-01-01',
    '1999-12-31',
    null,
    '1999-12-31',
    '2026-02-28',
    '0001-01-01',
    '9999-12-31',
  ];
  const numerics = ['0', '-12.500000', null, '123456789012.123456'];

  it.each<[string, ColumnArray, readonly (string | null)[]]>([
    ['uuid', uuidArray(uuids, itself), uuids],
    ['text', textArray(texts, itself), texts],
    ['integer', int4Array([0, -1, null, 2147483647], itself), ['0', '-1', null, '2147483647']],
    ['bigint', int8Array(bigints, itself), bigints.map((n) => n?.toString() ?? null)],
    ['boolean', booleanArray([true, false, null], itself), ['true', 'false', null]],
    [
      'date',
      dateArray(
        dates.map((text) => (text === null ? null : date(text))),
        itself,
      ),
      dates,
    ],
    ['numeric', numericArray(numerics, itself), numerics],
  ])('%s', async (type, array, expected) => {
    expect(await readBack(type, array, expected.length)).toEqual(expected);
  });

  it('new ids, each of them once', async () => {
    const ids = await readBack('uuid', newIdArray(500), 500);
    expect(new Set(ids).size).toBe(500);
    expect([...ids].sort()).toEqual(ids);
  });

  it('nothing but nulls', async () => {
    expect(uuidArray([null, null], itself)).toBeNull();
    expect(await readBack('uuid', uuidArray([null, null], itself), 2)).toEqual([null, null]);
    expect(await readBack('text', textArray([null], itself), 1)).toEqual([null]);
    expect(await readBack('numeric', numericArray([null], itself), 1)).toEqual([null]);
  });
});

it.each(['', 'x', '0190000000007000800000000000000f', '01900000-0000-7000-8000-00000000000g'])(
  'the text %o is no id and is not sent as one',
  (text) => {
    expect(() => uuidArray([text], itself)).toThrow(TypeError);
  },
);
