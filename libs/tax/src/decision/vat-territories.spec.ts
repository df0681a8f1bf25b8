import { isCountry } from '@quittance/registrations';
import data from './vat-territories.json';

// As a plain question: what it is not asked of stays text.
const known: (code: string) => boolean = isCountry;

it('knows each territory once, in a country, by the beginning of its postal codes', () => {
  const codes = data.outside.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  const bad = data.outside.filter(
    ({ country, code, postalPrefixes }) =>
      !known(country) ||
      !(known(code) || code.startsWith(`${country}-`)) ||
      postalPrefixes.length === 0 ||
      postalPrefixes.some((prefix) => !/^\d{2,5}$/.test(prefix)),
  );
  expect(bad).toEqual([]);
  expect(
    Object.entries(data.within)
      .flat()
      .filter((code) => !known(code)),
  ).toEqual([]);
});
