import { checkFormula } from './check-formula.js';
import type { FormulaChange, FormulaScope, FormulaValue } from './formula-value.js';
import { FormulaError } from './formula-error.js';
import { MAX_WORK, OPERATION_WORK } from './limits.js';
import { parseNumber } from './operations/numbers.js';
import { shownText } from './operations/texts.js';
import { faultOf, inputOf, scopeOf } from './testing/evaluated.js';

const FIELDS = {
  status: ['text', 'working'],
  amount: ['number', '20'],
  paid: ['boolean', true],
  due: ['date', '2026-03-31'],
  none: ['text', null],
  'account.name': ['text', 'Acme'],
} as const;

const BEFORE: Readonly<Record<string, FormulaValue>> = {
  status: 'open',
  amount: parseNumber('7.50') ?? null,
  paid: true,
  due: null,
  none: 'some',
};
const CHANGE: FormulaChange = {
  isNew: false,
  isChanged: ([name = '']) => ['status', 'amount', 'due', 'none'].includes(name),
  prior: ([name = '']) => BEFORE[name] ?? null,
};
const CREATION: FormulaChange = { isNew: true, isChanged: () => false, prior: () => null };

function result(text: string, change: FormulaChange | undefined = CHANGE) {
  const { change: _, ...input } = inputOf(FIELDS);
  const { evaluate } = checkFormula(text, scopeOf(FIELDS));
  const value = evaluate({ ...input, ...(change && { change }) });
  return typeof value === 'object' && value !== null ? shownText(value) : value;
}

test.each([
  ['PRIORVALUE(status)', 'open'],
  ['PRIORVALUE(status) & " → " & status', 'open → working'],
  ['PRIORVALUE(amount)', '7.5'],
  ['amount - PRIORVALUE(amount)', '12.5'],
  ['PRIORVALUE(paid)', true],
  ['PRIORVALUE(due)', null],
  ['ISBLANK(PRIORVALUE(due))', true],
  ['PRIORVALUE(none)', 'some'],
  ['ISCHANGED(status)', true],
  ['ISCHANGED(paid)', false],
  ['ISNEW()', false],
  ['AND(ISCHANGED(status), PRIORVALUE(status) = "open")', true],
  ['AND(ISCHANGED(status), PRIORVALUE(status) = "working")', false],
])('%s of a change is %s', (text, expected) => {
  expect(result(text)).toBe(expected);
});

test.each([
  ['PRIORVALUE(status)', null],
  ['ISCHANGED(status)', false],
  ['ISNEW()', true],
  ['OR(ISNEW(), ISCHANGED(status))', true],
  ['ISBLANK(PRIORVALUE(amount))', true],
])('%s of a record that was made is %s', (text, expected) => {
  expect(result(text, CREATION)).toBe(expected);
});

test('the prior value has the type of the field', () => {
  const typeOf = (text: string) => checkFormula(text, scopeOf(FIELDS)).type;
  expect(['status', 'amount', 'paid', 'due'].map((name) => typeOf(`PRIORVALUE(${name})`))).toEqual([
    'text',
    'number',
    'boolean',
    'date',
  ]);
  expect(faultOf('PRIORVALUE(status) + 1', FIELDS)?.code).toBe('argument_type');
});

test('what is asked of the change is told apart from what is taken as it is', () => {
  const { paths, priorPaths } = checkFormula(
    'IF(ISCHANGED(status), PRIORVALUE(amount), amount + LEN(none))',
    scopeOf(FIELDS),
  );
  expect([paths.flat(), priorPaths.flat()]).toEqual([
    ['amount', 'none'],
    ['status', 'amount'],
  ]);
});

test.each([
  ['PRIORVALUE()', 'argument_count', 0],
  ['PRIORVALUE(status, due)', 'argument_count', 0],
  ['ISNEW(status)', 'argument_count', 0],
  ['PRIORVALUE("open")', 'argument_type', 11],
  ['PRIORVALUE(PRIORVALUE(status))', 'argument_type', 11],
  ['ISCHANGED(status & "x")', 'argument_type', 10],
  ['ISCHANGED(account.name)', 'argument_type', 10],
  ['PRIORVALUE(nope)', 'unknown_field', 11],
])('%s is refused as %s at %i', (text, code, offset) => {
  const fault = faultOf(text, FIELDS);
  expect([fault?.code, fault?.position.offset]).toEqual([code, offset]);
});

function refusalIn(scope: FormulaScope, text: string): readonly string[] {
  try {
    checkFormula(text, scope);
    return [];
  } catch (error) {
    if (error instanceof FormulaError) return error.faults.map(({ message }) => message);
    throw error;
  }
}

test('only rules ask about a change', () => {
  const { field } = scopeOf(FIELDS);
  for (const text of ['PRIORVALUE(status)', 'ISCHANGED(status)', 'ISNEW()']) {
    const [name] = text.split('(');
    expect(refusalIn({ field }, text)).toEqual([
      `${name} compares with what was before a change: only rules can ask that.`,
    ]);
  }
});

test('nothing is asked of what is computed', () => {
  const field = () => ({ type: 'number', computed: true }) as const;
  expect(refusalIn({ field, ofChange: true }, 'ISCHANGED(total__c)')).toEqual([
    'total__c is computed: nobody changes it.',
  ]);
});

test('the budget pays for it as for a field', () => {
  const affordable = (text: string, left: number) => {
    const budget = { left, spend: () => true };
    return !checkFormula(text, scopeOf(FIELDS)).outcome({ ...inputOf(FIELDS), budget })
      .unaffordable;
  };
  expect(MAX_WORK).toBeGreaterThan(2 * OPERATION_WORK);
  expect(affordable('PRIORVALUE(status)', 2 * OPERATION_WORK)).toBe(true);
  expect(affordable('PRIORVALUE(status)', 2 * OPERATION_WORK - 1)).toBe(false);
  expect(affordable('ISNEW()', OPERATION_WORK - 1)).toBe(false);
});
