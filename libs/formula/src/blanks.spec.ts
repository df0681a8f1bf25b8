import { checkFormula } from './check-formula.js';
import { shownText } from './operations/texts.js';
import { inputOf, scopeOf } from './testing/evaluated.js';

const FIELDS = {
  price: ['number', '12.5'],
  none: ['number', null],
  total: ['number', null],
  due: ['date', '2026-03-31'],
  agreed: ['boolean', null],
  title: ['text', null],
} as const;

function outcome(text: string, more: { blankAs?: 'zero'; leavesOpen?: boolean }) {
  const checked = checkFormula(text, scopeOf(FIELDS, ['total']));
  const input = { ...inputOf(FIELDS), ...more };
  const { value, blank } = checked.outcome(input);
  const shown = typeof value === 'object' && value !== null ? shownText(value) : value;
  expect(checked.trace(input).value).toBe(shown);
  return blank ? 'blank' : shown;
}

test.each([
  ['price + none', '12.5'],
  ['price * none', '0'],
  ['-none', '0'],
  ['due + none', '2026-03-31'],
  ['price - PRIORVALUE(none)', '12.5'],
  ['none', 'blank'],
  ['price + total', 'blank'],
  ['none + none', '0'],
  ['none ^ 2', '0'],
  ['POWER(none, 2)', '0'],
  ['none%', '0'],
  ['price + total%', 'blank'],
  ['MAX(none, price)', '12.5'],
  ['ROUND(none, 2)', 'blank'],
  ['ISBLANK(none)', true],
  ['none > 1', 'blank'],
  ['price / none', null],
  ['(price / none) + 1', null],
  ['(none & "") = ""', true],
])('with empty numbers as zero %s is %s', (text, expected) => {
  expect(outcome(text, { blankAs: 'zero' })).toBe(expected);
});

test.each([
  ['none < 1', 'blank'],
  ['AND(none < 1, price > 1)', 'blank'],
  ['AND(none < 1, price > 100)', false],
  ['OR(none < 1, price > 1)', true],
  ['OR(none < 1, price > 100)', 'blank'],
  ['NOT(none < 1)', 'blank'],
  ['none < 1 && price > 1', 'blank'],
  ['XOR(none < 1, TRUE)', 'blank'],
  ['XOR(agreed, TRUE)', true],
  ['IFS(none < 1, TRUE, FALSE)', 'blank'],
  ['IFS(price > 1, TRUE, none < 1, FALSE)', true],
  ['none < 1 && price > 100', false],
  ['price > 100 && none < 1', false],
  ['none < 1 || price > 1', true],
  ['none < 1 || price > 100', 'blank'],
  ['!(none < 1)', 'blank'],
  ['IF(none < 1, TRUE, FALSE)', 'blank'],
  ['none + 1 < 5', 'blank'],
  ['title = "x"', false],
  ['agreed', false],
  ['AND(agreed, TRUE)', false],
  ['NOT(agreed)', true],
  ['agreed && TRUE', false],
  ['agreed || FALSE', false],
  ['!agreed', true],
  ['ISBLANK(agreed)', true],
  ['1 / (price - price) > 1', null],
  ['AND(1 / (price - price) > 1, TRUE)', null],
])('where what is empty leaves conditions open %s is %s', (text, expected) => {
  expect(outcome(text, { leavesOpen: true })).toBe(expected);
});

test.each([
  ['AND(none < 1, price > 1)', false],
  ['NOT(none < 1)', true],
  ['none < 1 && price > 1', false],
  ['!(none < 1)', true],
  ['price + none', 'blank'],
])('elsewhere %s is %s', (text, expected) => {
  expect(outcome(text, {})).toBe(expected);
});
