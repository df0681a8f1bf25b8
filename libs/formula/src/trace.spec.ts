import { checkFormula } from './check-formula.js';
import { inputOf, scopeOf, type Fields } from './testing/evaluated.js';
import type { FormulaTrace } from './trace.js';

const FIELDS: Fields = {
  amount: ['number', '10.50'],
  units: ['number', '0'],
  rebate: ['number', null],
  note: ['text', 'n'.repeat(300)],
};

function trace(text: string): FormulaTrace {
  return checkFormula(text, scopeOf(FIELDS)).trace(inputOf(FIELDS));
}

/** Each part as `text = value`, or why it is empty, or `-` where it was not needed. */
function lines(part: FormulaTrace): string[] {
  const shown = part.evaluated ? (part.empty?.code ?? String(part.value)) : '-';
  return [`${part.text} = ${shown}`, ...part.operands.flatMap(lines)];
}

test('every operand is shown with its value', () => {
  expect(lines(trace('ROUND(amount * 2, 0) & " EUR"'))).toEqual([
    'ROUND(amount * 2, 0) & " EUR" = 21 EUR',
    'ROUND(amount * 2, 0) = 21',
    'amount * 2 = 21',
    'amount = 10.5',
    '2 = 2',
    '0 = 0',
    '" EUR" =  EUR',
  ]);
});

test('an empty value has its reason, where it arose and where it was passed on', () => {
  expect(lines(trace('1 + amount / units'))).toEqual([
    '1 + amount / units = empty_operand',
    '1 = 1',
    'amount / units = division_by_zero',
    'amount = 10.5',
    'units = 0',
  ]);
  expect(lines(trace('amount - rebate'))).toEqual([
    'amount - rebate = empty_operand',
    'amount = 10.5',
    'rebate = empty_field',
  ]);
  expect(trace('rebate').empty).toEqual({ code: 'empty_field', message: 'The field is empty.' });
});

test('what was not needed is shown as not evaluated', () => {
  expect(lines(trace('IF(units = 0, NULL, amount / units)'))).toEqual([
    'IF(units = 0, NULL, amount / units) = null',
    'units = 0 = true',
    'units = 0',
    '0 = 0',
    'NULL = null',
    'amount / units = -',
    'amount = -',
    'units = -',
  ]);
});

test('parts say what they are, of which type and where they stand', () => {
  const [left, right] = trace('LEN(note) > 1').operands;
  expect(left).toMatchObject({ kind: 'function', name: 'LEN', type: 'number' });
  expect(right).toMatchObject({ kind: 'literal', span: { start: 12, end: 13 } });
  expect(trace('-amount')).toMatchObject({ kind: 'operator', name: '-', value: '-10.5' });
});

test('an operator has its sign, and the text of all that it is applied to', () => {
  expect(lines(trace('!(units = 0) || (amount + 1)% > 2'))).toEqual([
    '!(units = 0) || (amount + 1)% > 2 = false',
    '!(units = 0) = false',
    'units = 0 = true',
    'units = 0',
    '0 = 0',
    '(amount + 1)% > 2 = false',
    '(amount + 1)% = 0.115',
    'amount + 1 = 11.5',
    'amount = 10.5',
    '1 = 1',
    '2 = 2',
  ]);
  expect(trace('amount%')).toMatchObject({ kind: 'operator', name: '%', value: '0.105' });
  expect(trace('!(units = 0)')).toMatchObject({ kind: 'operator', name: '!', value: false });
  expect(trace('-amount%')).toMatchObject({ name: '-', operands: [{ name: '%' }] });
  expect(trace('(units) != ((0))').text).toBe('(units) != ((0))');
});

test('long texts are cut off', () => {
  expect(trace('note').value).toBe(`${'n'.repeat(200)}…`);
});

test('a trace comes to what the evaluation comes to', () => {
  const text = 'IF(AND(amount > 10, NOT(units > 0)), MAX(amount, units), rebate)';
  expect(trace(text).value).toBe('10.5');
});
