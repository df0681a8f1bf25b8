import { aField } from '@quittance/fields/testing';
import { anObject } from '../testing/an-object.js';
import type { Field } from '@quittance/fields';
import type { RecordObject } from '../catalogue/object.js';
import { cycleWith, dependenciesOf, filterFields } from './formula-graph.js';
import { formulaScope, fromFormula, toFormula } from './formula-values.js';

const formula = (name: string, text: string, more = {}): Field =>
  aField(
    name,
    'formula',
    { formula: text, resultType: 'number', ...more },
    { storage: { kind: 'computed' } },
  );

const rollup = (name: string, of: string): Field =>
  aField(
    name,
    'rollup',
    { child: 'task__c', childField: 'project__c', function: 'sum', of },
    { storage: { kind: 'computed' } },
  );

const task: RecordObject = {
  ...anObject(
    aField('project__c', 'lookup', { target: 'project__c' }),
    aField('accountId', 'lookup', { target: 'project__c' }),
    aField('hours__c', 'number'),
    formula('double__c', 'hours__c * 2'),
  ),
  name: 'task__c',
};
const project = anObject(aField('name', 'text'), rollup('total__c', 'double__c'));
const objects = new Map([task, project].map((object) => [object.name, object]));

describe('what a computed field is made of', () => {
  test('is what its formula names, over one lookup too, with the lookup', () => {
    const field = formula('x__c', 'hours__c + account.total__c');
    expect(dependenciesOf(task, field)).toEqual([
      'task__c.hours__c',
      'task__c.accountId',
      'project__c.total__c',
    ]);
  });

  test('is the children, what is taken of them, and what they are filtered by', () => {
    const filter = { and: [{ field: 'a__c', op: 'eq', value: 1 }, { not: { field: 'b__c' } }] };
    const field = aField('x__c', 'rollup', { ...rollup('x__c', 'hours__c').settings, filter });
    expect(dependenciesOf(project, field)).toEqual([
      'task__c.project__c',
      'task__c.hours__c',
      'task__c.a__c',
      'task__c.b__c',
    ]);
  });

  test('is nothing for a text that is no formula', () => {
    expect(dependenciesOf(task, formula('x__c', '((('))).toEqual([]);
  });

  test('can be read from any filter, however wrong it is', () => {
    expect(filterFields({ and: 'x', or: [null, 5, { field: 7 }], not: [] })).toEqual([]);
  });
});

describe('a circle', () => {
  test('is found among formulas of one object', () => {
    expect(cycleWith(objects, task, formula('hours__c', 'double__c'))).toEqual([
      'task__c.double__c',
      'task__c.hours__c',
      'task__c.double__c',
    ]);
  });

  test('is found over a roll-up and the lookup back', () => {
    const field = formula('double__c', 'project__c.total__c');
    expect(cycleWith(objects, task, field)).toBeDefined();
  });

  test('is none where fields only share what they are made of', () => {
    expect(cycleWith(objects, task, formula('x__c', 'double__c + hours__c'))).toBeUndefined();
  });
});

describe('the scope of a formula', () => {
  const scope = formulaScope(task, objects);

  test('has the fields of the object and the stored ones behind a lookup', () => {
    expect(scope.field(['hours__c'])).toEqual({ type: 'number' });
    expect(scope.field(['account', 'name'])).toEqual({ type: 'text', via: 'project__c' });
    expect(scope.field(['project__c', 'name'])).toEqual({ type: 'text', via: 'project__c' });
  });

  test.each([
    [['nothing']],
    [['account', 'total__c']],
    [['hours__c', 'name']],
    [['account', 'name', 'more']],
    [['__proto__']],
    [['account', 'constructor']],
  ])('has no %j', (path) => {
    expect(scope.field(path)).toBeUndefined();
  });
});

describe('values', () => {
  test.each([
    ['number', '12.50', '12.5'],
    ['integer', 7, '7'],
    ['multi_select', ['a', 'b'], 'a;b'],
    ['boolean', false, false],
    ['date', '2026-11-22', '2026-11-22'],
    ['text', null, null],
    ['json', { a: 1 }, null],
  ] as const)('of a %s go into formulas and come back', (type, value, expected) => {
    expect(fromFormula(toFormula(aField('x__c', type), value))).toEqual(expected);
  });
});
