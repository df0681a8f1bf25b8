import type { LineTax } from '@quittance/tax';
import { storedTax, storedTaxes } from './price-lines.js';

const VAT: LineTax = {
  jurisdiction: 'DE',
  kind: 'vat',
  taxCode: 'standard',
  rate: '19',
  base: -12_345n,
  tax: -2_346n,
};

test.each<[string, LineTax[]]>([
  ['none', []],
  ['one', [VAT]],
  [
    'several, with names that JSON has to escape',
    [VAT, { ...VAT, jurisdiction: 'US-CA/"Los Angeles" \\ ü', taxCode: null, given: true }],
  ],
  ['one under a certificate', [VAT, { ...VAT, kind: 'exempt', certificate: 'ST-105 "4711"' }]],
  ['one that came with the line', [{ ...VAT, jurisdiction: null, kind: 'line_rate' }]],
])('the text of taxes is what their stored form is as JSON: %s', (_, taxes) => {
  expect(storedTaxes(taxes)).toBe(JSON.stringify(taxes.map(storedTax)));
});
