import { placeOfTax } from './jurisdiction-place.js';

it.each([
  ['FR', 'FR', null],
  ['ES-CN', 'ES', 'CN'],
  ['US-CA/Los Angeles', 'US', 'CA'],
  ['FR (FRANCE Country)', 'FR', null],
  ['US-TX (TEXAS State)', 'US', 'TX'],
  ['TEXAS State', null, null],
  ['', null, null],
  [null, null, null],
])('%s lies in %s %s', (jurisdiction, country, region) => {
  expect(placeOfTax(jurisdiction)).toEqual({ country, region });
});
