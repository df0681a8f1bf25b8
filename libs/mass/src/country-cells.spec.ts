import type { Field } from '@quittance/fields';
import { countryCells, type CountryCells } from './country-cells.js';

const read = (
  type: Field['type'],
  text: string,
  how: CountryCells,
  typed?: ReadonlySet<number>,
) => {
  const column = { field: { name: 'a', type } as Field, part: null };
  const { cells, unread } = countryCells([column], [text], how, typed);
  return unread[0]?.fault.code ?? cells[0];
};

test.each([
  ['9,9', 'format'],
  ['1.234,50', 'format'],
  ['-0,125', 'format'],
  ['1,234', '1,234'],
  ['1,234.50', '1,234.50'],
  ['12.5', '12.5'],
])('%s is %s where nobody says how numbers are written', (text, expected) => {
  expect(read('currency', text, {})).toBe(expected);
  expect(read('text', text, {})).toBe(text);
});

test('a decimal comma is told by which parameter it is taken', () => {
  const column = { field: { name: 'a', type: 'currency' } as Field, part: null };
  const [fault] = countryCells([column], ['9,99'], {}).unread;
  expect(fault?.fault.message).toContain('decimal=comma');
});

test.each([
  ['1234,5', '1234.5', 'format'],
  ['1.234,50', '1234.50', 'format'],
  ['1,234.50', 'format', '1234.50'],
  ['1.234.567', '1234567', 'format'],
  ['1,234,567', 'format', '1234567'],
  // Nobody says which of the two it is: it is neither.
  ['1.234', 'ambiguous', '1.234'],
  ['1,234', '1.234', 'ambiguous'],
  ['12.5', 'format', '12.5'],
  ['12.34,5', 'format', 'format'],
  ['1234.567,00', 'format', 'format'],
  ['1 234 567,5', '1234567.5', 'format'],
  ["-1'234.50", 'format', '-1234.50'],
  ['\u22121.234,50', '-1234.50', 'format'],
  ['+7', '7', '7'],
  ['0042', '0042', '0042'],
  ['12,5 %', '12.5', 'format'],
  ['1,2,3', 'format', 'format'],
  [',5', 'format', 'format'],
  ['5,', 'format', 'format'],
  ['x', 'format', 'format'],
])('%s is %s with a comma and %s with a point', (text, comma, point) => {
  expect(read('currency', text, { decimal: 'comma' })).toBe(comma);
  expect(read('currency', text, { decimal: 'point' })).toBe(point);
});

test.each([
  ['28.02.2026', '2026-02-28', 'format', 'format'],
  ['3/4/2026', '2026-04-03', '2026-03-04', 'format'],
  ['2026-02-28', '2026-02-28', '2026-02-28', '2026-02-28'],
  ['2026/2/8', 'format', 'format', '2026-02-08'],
  ['28.02.26', 'format', 'format', 'format'],
  ['28.02-2026', 'format', 'format', 'format'],
  ['today', 'format', 'format', 'format'],
])('%s is %s by day, %s by month and %s by year', (text, ...orders) => {
  const found = (['dmy', 'mdy', 'ymd'] as const).map((dates) => read('date', text, { dates }));
  expect(found).toEqual(orders);
});

test('what a workbook has as a number, and what is no number, is left as it is', () => {
  expect(read('number', '1.234', { decimal: 'comma' }, new Set([0]))).toBe('1.234');
  expect(read('text', '1.234', { decimal: 'comma', dates: 'dmy' })).toBe('1.234');
  expect(read('number', '1.234', { dates: 'dmy' })).toBe('1.234');
});
