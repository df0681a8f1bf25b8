import { mergeText } from './merge-text.js';

test.each([
  ['{{ name | upcase }}', ['UPPER(name)']],
  ['{{ IF(won || lost, "done", "open") }}', ['IF(won || lost, "done", "open")']],
  ['{{ IF(a||b, "x", "y") | upcase | strip }}', ['TRIM(UPPER(IF(a||b, "x", "y")))']],
  ['{{ a || b }} and {{ "||" & "|" | downcase }}', ['a || b', 'LOWER("||" & "|")']],
  ['{{ rate% }} of {{ !paid }}', ['rate%', '!paid']],
])('%s shows %j', (text, formulas) => {
  expect(mergeText.formulasIn(text)).toEqual(formulas);
});

test('three bars are no filter', () => {
  expect(mergeText.formulasIn('{{ name ||| upcase }}')).toEqual(['UPPER(name ||)']);
});
