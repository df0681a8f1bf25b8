import { iso31661 } from 'iso-3166';
import { COUNTRIES, isCountry } from './countries.js';

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

it('has the countries of the standard, by the names of it where people use no other', () => {
  const ours = [...COUNTRIES].map(([code, { name, standardName }]) => [code, standardName ?? name]);
  const theirs = iso31661.map(({ alpha2, name }) => [alpha2, name]);
  expect(ours).toEqual(theirs.sort());
});
