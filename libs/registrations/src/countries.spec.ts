import { isCountry } from './countries.js';

it.each([
  ['DE', true],
  ['GR', true],
  ['EL', false],
  ['de', false],
  ['UK', false],
  ['XX', false],
  ['', false],
  ['constructor', false],
  [null, false],
])('%s is a country: %s', (code, known) => {
  expect(isCountry(code)).toBe(known);
});
