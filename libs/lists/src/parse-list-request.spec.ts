import { DomainError } from '@quittance/kernel';
import { decodeCursor, encodeCursor } from './cursor.js';
import type { ListDefinition, ListQuery } from './list-definition.js';
import { minorUnits } from './money-terms.js';
import { parseListRequest } from './parse-list-request.js';

const definition: ListDefinition = {
  from: 'x.thing t',
  select: 't.id',
  id: 't.id',
  fields: {
    name: { sql: 't.name', type: 'text' },
    kind: { sql: 't.kind', type: 'enum', values: ['red', 'green'] },
    total: { sql: 't.total', type: 'money', currency: 't.currency' },
    rate: { sql: 't.rate', type: 'decimal' },
    count: { sql: 't.count', type: 'integer' },
    flag: { sql: 't.flag', type: 'boolean' },
    day: { sql: 't.day', type: 'date' },
    at: { sql: 't.at', type: 'instant' },
    account: { sql: 't.account_id', type: 'id' },
  },
  search: ['t.name'],
  defaultSort: '-day,name',
  map: (row) => row as object,
};

const parse = (query: ListQuery) => parseListRequest(definition, query);
const filtered = (filter: unknown) => parse({ filter: JSON.stringify(filter) }).filter;

function faults(query: ListQuery): string[] {
  try {
    parse(query);
    return [];
  } catch (error) {
    const { status, options } = error as DomainError;
    const places = (options.errors ?? []).map(
      ({ parameter, pointer = '', code }) => `${parameter}${pointer} ${code}`,
    );
    return [String(status), ...places];
  }
}

const filterFaults = (filter: unknown) => faults({ filter: JSON.stringify(filter) });

test('nothing asked for is the first page in the usual order', () => {
  expect(parse({})).toEqual({
    page: 1,
    pageSize: 50,
    cursor: null,
    sort: [
      { field: 'day', descending: true },
      { field: 'name', descending: false },
    ],
    filter: null,
    search: null,
  });
});

test('everything that is wrong is reported at once', () => {
  expect(faults({ page: 'x', pageSize: '1000', sort: 'a,b', filter: '{', cursor: 'c' })).toEqual([
    '400',
    'page type',
    'sort unknown_field',
    'sort unknown_field',
    'filter format',
    'cursor state',
    'cursor format',
    'pageSize max',
  ]);
  expect(faults({ page: '0', pageSize: '201' })).toEqual(['422', 'page min', 'pageSize max']);
});

test.each([
  [{ field: 'kind', op: 'in', value: ['red'] }, ['red']],
  [{ field: 'total', op: 'gte', value: 1000.5 }, ['1000.5']],
  [{ field: 'rate', op: 'between', value: ['1', '2.5'] }, ['1', '2.5']],
  [{ field: 'count', op: 'eq', value: 3 }, ['3']],
  [{ field: 'flag', op: 'ne', value: true }, [true]],
  [{ field: 'day', op: 'lt', value: '2026-02-28' }, ['2026-02-28']],
  [{ field: 'at', op: 'gt', value: '2026-02-28' }, ['2026-02-28T00:00:00.000Z']],
  [{ field: 'at', op: 'gt', value: '2026-02-28T01:00:00+01:00' }, ['2026-02-28T00:00:00.000Z']],
  [{ field: 'name', op: 'isSet' }, []],
  [{ field: 'name', op: 'isNotSet', value: null }, []],
])('%j has its values read by the type of its field', (condition, values) => {
  expect(filtered(condition)).toMatchObject({ kind: 'condition', values });
});

test.each([
  [{ field: 'kind', op: 'eq', value: 'blue' }, '/value enum'],
  [{ field: 'total', op: 'eq', value: 'much' }, '/value type'],
  [{ field: 'total', op: 'eq', value: 1e21 }, '/value type'],
  [{ field: 'count', op: 'eq', value: 1.5 }, '/value type'],
  [{ field: 'flag', op: 'eq', value: 'true' }, '/value type'],
  [{ field: 'day', op: 'eq', value: '2026-02-30' }, '/value type'],
  [{ field: 'at', op: 'eq', value: 'now' }, '/value type'],
  [{ field: 'account', op: 'eq', value: '17' }, '/value type'],
  [{ field: 'name', op: 'eq', value: 'a\0b' }, '/value type'],
  [{ field: 'name', op: 'eq', value: null }, '/value type'],
  [{ field: 'name', op: 'eq' }, '/value type'],
  [{ field: 'name', op: 'in', value: [] }, '/value range'],
  [{ field: 'name', op: 'in', value: 'a' }, '/value type'],
  [{ field: 'name', op: 'in', value: ['a', 7] }, '/value/1 type'],
  [{ field: 'rate', op: 'between', value: ['1'] }, '/value range'],
  [{ field: 'kind', op: 'gt', value: 'red' }, '/op enum'],
  [{ field: 'count', op: 'contains', value: '1' }, '/op enum'],
  [{ field: '__proto__', op: 'eq', value: 'x' }, '/field unknown_field'],
  [{ field: 'toString', op: 'eq', value: 'x' }, '/field unknown_field'],
  [{ field: ['name'], op: 'eq', value: 'x' }, '/field unknown_field'],
  [{ field: 'name', op: 'isSet', value: 1 }, '/value type'],
  [{ and: [] }, '/and min'],
  [{ and: {} }, '/and type'],
  [{ not: [] }, '/not type'],
  ['name', ' type'],
  [null, ' type'],
])('%j is refused', (filter, fault) => {
  expect(filterFaults(filter)).toEqual(['400', `filter${fault}`]);
});

const nested = (depth: number): unknown =>
  depth === 0 ? { field: 'flag', op: 'eq', value: true } : { not: nested(depth - 1) };

test('a filter nests at most six deep and has at most fifty conditions', () => {
  expect(filterFaults(nested(6))).toEqual([]);
  expect(filterFaults(nested(7))[1]).toMatch(/not max$/);
  expect(filterFaults(nested(1000))[1]).toMatch(/not max$/);
  const some = (count: number) => Array.from({ length: count }, () => nested(0));
  expect(filterFaults({ or: some(50) })).toEqual([]);
  expect(filterFaults({ or: some(51) })).toEqual(['400', 'filter/or max']);
  expect(filterFaults({ or: [{ and: some(30) }, { and: some(21) }] })).toHaveLength(2);
});

describe('a cursor', () => {
  const sort = [
    { field: 'total', descending: true },
    { field: 'at', descending: false },
  ];
  const id = '01a1fc13-1fea-700a-a11c-44f4293b2263';
  const values = ['12.3400', '2026-01-01 00:00:00.123456+00', id];

  test('comes back as it was given', () => {
    expect(decodeCursor(encodeCursor(sort, values), sort, definition.fields)).toEqual(values);
    const withNull = [null, null, id];
    expect(decodeCursor(encodeCursor(sort, withNull), sort, definition.fields)).toEqual(withNull);
  });

  test('is of rows that are sums too, whose id is a digest', () => {
    const digest = ['1', null, 'aab4e46d-db9f-65ed-061d-7e3a7cda04c8'];
    expect(decodeCursor(encodeCursor(sort, digest), sort, definition.fields)).toEqual(digest);
  });

  test.each([
    ['of another sort', encodeCursor([], [id])],
    ['with a value too few', encodeCursor(sort, values.slice(1))],
    ['with SQL in a number', encodeCursor(sort, ["1'; drop table x", values[1] ?? null, id])],
    ['with SQL in an instant', encodeCursor(sort, ['1', "now'; --", id])],
    ['without an id', encodeCursor(sort, ['1', values[1] ?? null, null])],
    ['of no JSON', 'e30'],
    ['of nonsense', '%%%'],
  ])('%s is none', (_, cursor) => {
    expect(decodeCursor(cursor, sort, definition.fields)).toBeUndefined();
  });
});

describe('an amount in minor units', () => {
  test.each([
    ['10.005', 2, 'floor', '1000'],
    ['10.005', 2, 'ceil', '1001'],
    ['10.005', 2, 'none', null],
    ['-10.005', 2, 'floor', '-1001'],
    ['-10.005', 2, 'ceil', '-1000'],
    ['10.500', 1, 'none', '105'],
    ['10', 3, 'none', '10000'],
    ['999999999999999999', 4, 'none', '9223372036854775807'],
  ] as const)('%s at %i digits, %s, is %s', (text, digits, rounding, minor) => {
    expect(minorUnits(text, digits, rounding)).toBe(minor);
  });
});

describe('a stored view', () => {
  const sort = [{ field: 'total', descending: true }];
  const filter = { kind: 'condition' as const, field: 'flag', op: 'eq' as const, values: [true] };
  const withView = (query: ListQuery) => parseListRequest(definition, query, { sort, filter });

  test('says what the request leaves open', () => {
    expect(withView({ pageSize: '5' })).toMatchObject({ sort, filter, pageSize: 5 });
  });

  test('gives way to a sort and a filter of the request, also to empty ones', () => {
    const asked = { field: 'name', op: 'eq', value: 'x' };
    expect(withView({ sort: 'rate', filter: JSON.stringify(asked) })).toMatchObject({
      sort: [{ field: 'rate' }],
      filter: { field: 'name' },
    });
    expect(withView({ sort: '', filter: '' })).toMatchObject({
      sort: [{ field: 'day' }, { field: 'name' }],
      filter: null,
    });
  });
});
