import type { ListField } from './list-definition.js';
import { matchesFilter } from './match-filter.js';
import { FilterParser } from './parse-filter.js';
import { readStoredList, securityFilter, type StoredList } from './stored-list.js';

const fields: Record<string, ListField> = {
  name: { sql: 't.name', type: 'text' },
  kind: { sql: 't.kind', type: 'enum', values: ['red', 'green'] },
  total: { sql: 't.total', type: 'decimal' },
  flag: { sql: 't.flag', type: 'boolean' },
};
const NOTHING: StoredList = { columns: null, sort: null, filter: null };
const read = (stored: Partial<StoredList>) => readStoredList({ fields }, { ...NOTHING, ...stored });
const has = (field: string, value: unknown = 'x') => ({ field, op: 'eq', value });
const node = (field: string, value: unknown = 'x') => ({
  kind: 'condition',
  field,
  op: 'eq',
  values: [value],
});

describe('a stored list', () => {
  test('of fields that are there is read whole', () => {
    const stored = { columns: ['total', 'name'], sort: '-total,name', filter: has('name') };
    expect(read(stored)).toEqual({
      columns: ['total', 'name'],
      sort: [
        { field: 'total', descending: true },
        { field: 'name', descending: false },
      ],
      filter: node('name'),
      skipped: [],
    });
  });

  test('loses the columns and the sorts of fields that are gone', () => {
    expect(read({ columns: ['gone__c', 'name'], sort: '-gone__c,name' })).toMatchObject({
      columns: ['name'],
      sort: [{ field: 'name' }],
      skipped: [
        { part: 'column', pointer: '/columns/0', field: 'gone__c', code: 'unknown_field' },
        { part: 'sort', pointer: '/sort', field: 'gone__c', code: 'unknown_field' },
      ],
    });
  });

  test('without a column or sort that is left has the usual ones', () => {
    expect(read({ columns: ['gone__c'], sort: 'gone__c' })).toMatchObject({
      columns: null,
      sort: null,
    });
  });

  test.each([
    ['a condition', has('gone__c'), null, ['/filter/field']],
    [
      'one of two',
      { and: [has('gone__c'), has('name')] },
      { kind: 'and', nodes: [node('name')] },
      ['/filter/and/0/field'],
    ],
    [
      'a group left empty',
      { or: [has('name'), { and: [has('a__c'), { not: has('b__c') }] }] },
      { kind: 'or', nodes: [node('name')] },
      ['/filter/or/1/and/0/field', '/filter/or/1/and/1/not/field'],
    ],
    ['a negation', { not: has('gone__c') }, null, ['/filter/not/field']],
    ['an option that is gone', has('kind', 'blue'), null, ['/filter/value']],
    [
      'an operator its type has not',
      { field: 'flag', op: 'contains', value: 'x' },
      null,
      ['/filter/op'],
    ],
    ['what is no condition', 17, null, ['/filter']],
    ['a name of every object', has('toString'), null, ['/filter/field']],
  ])('skips %s of its filter and says so', (_, filter, left, pointers) => {
    const { filter: found, skipped } = read({ filter });
    expect(found).toEqual(left);
    expect(skipped.map(({ pointer }) => pointer)).toEqual(pointers);
  });
});

describe('a security filter', () => {
  const sqlOf = (tree: unknown) => securityFilter(fields, tree)((value) => `<${String(value)}>`);

  test('holds as long as it can be read', () => {
    expect(sqlOf(has('name'))).toBe('t.name = <x>::text');
  });

  test.each([
    has('gone__c'),
    { or: [has('name'), has('gone__c')] },
    { not: has('gone__c') },
    has('kind', 'blue'),
    null,
    {},
  ])('%j lets nothing pass', (tree) => {
    expect(sqlOf(tree)).toBe('false');
  });
});

describe('a record in memory', () => {
  const matches = (tree: unknown, values: object) => {
    const parsed = new FilterParser(fields).parse(tree);
    if (!parsed) throw new Error('The filter is wrong');
    return matchesFilter(fields, parsed, values as Record<string, unknown>);
  };

  test.each([
    [has('total', '10'), { total: '10.00' }, true],
    [{ field: 'total', op: 'gt', value: '9' }, { total: '10' }, true],
    [{ field: 'total', op: 'between', value: ['1', '2'] }, { total: '2.0' }, true],
    [{ field: 'total', op: 'lt', value: '9' }, {}, false],
    [{ not: { field: 'total', op: 'lt', value: '9' } }, { total: null }, true],
    [{ field: 'kind', op: 'ne', value: 'red' }, {}, true],
    [{ field: 'kind', op: 'notIn', value: ['red'] }, { kind: 'red' }, false],
    [{ field: 'name', op: 'contains', value: 'CM%' }, { name: 'acm% ltd' }, true],
    [{ field: 'name', op: 'endsWith', value: 'Ä' }, { name: 'ä' }, false],
    [{ field: 'name', op: 'isNotSet' }, { name: '' }, false],
    [has('flag', false), { flag: false }, true],
  ])('passes %j as its row would', (tree, values, expected) => {
    expect(matches(tree, values)).toBe(expected);
  });

  test('does not pass by members of every object', () => {
    expect(matches({ field: 'name', op: 'isSet' }, Object.create({ name: 'x' }))).toBe(false);
  });
});
