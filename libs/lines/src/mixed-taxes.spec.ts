import { DomainError } from '@quittance/kernel';
import { refuseMixedTaxes, type BornTax } from './mixed-taxes.js';

const CODE = { taxCode: 'EV', taxRate: null };
const home: BornTax = {
  net: 1000n,
  category: 'S',
  taxes: [{ jurisdiction: 'DE', kind: 'vat', rate: '19' }],
};
const abroad: BornTax = { net: 100_000n, category: 'AE', taxes: [] };
const there: BornTax = {
  ...home,
  taxes: [{ jurisdiction: 'FR', kind: 'vat', rate: '20' }],
};

const told = (sold: readonly BornTax[], own: BornTax, line = CODE) => {
  try {
    refuseMixedTaxes(
      [{ line: CODE, born: own, index: 0 }],
      sold.map((born) => ({ line, born })),
    );
    return null;
  } catch (error) {
    return (error as DomainError).options.errors?.map(({ pointer, code }) => [pointer, code]);
  }
};
const REFUSED = [['/adjustments/0/taxCode', 'conflict']];

test.each([
  ['lines that are taxed alike', [home, { ...home, net: 5n }], home, null],
  ['lines here and abroad', [home, abroad], home, REFUSED],
  ['the same the other way round', [abroad, home], abroad, REFUSED],
  ['lines at rates of two countries', [home, there], home, REFUSED],
  ['lines that are taxed otherwise than it is itself', [abroad, abroad], home, REFUSED],
  ['a line abroad that comes to nothing', [home, { ...abroad, net: 0n }], home, null],
  ['a line that is not determined yet', [home, { ...abroad, category: null }], home, null],
])('an allowance of %s', (_, sold, own, expected) => {
  expect(told(sold, own)).toEqual(expected);
});

test('is no matter of what is supplied otherwise, which has a line of its own', () => {
  const goods = { ...CODE, supply: 'goods' as const };
  expect(told([home, abroad], home, goods)).toBeNull();
});

test('is no matter of lines of another code', () => {
  expect(told([home, abroad], home, { taxCode: 'other', taxRate: null })).toBeNull();
});
