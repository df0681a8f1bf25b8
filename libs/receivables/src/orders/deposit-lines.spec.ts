import type { OrderLine } from '@quittance/sales';
import { depositLines } from './deposit-order.js';

const ORDER = { currency: 'EUR', pricesIncludeTax: false } as const;
const vat = (rate: string) => ({ jurisdiction: 'DE', kind: 'vat', rate });
function line(net: bigint, over: Partial<OrderLine>): OrderLine {
  const amounts = { ordered: '1', cancelled: '0', net, tax: 0n, total: net };
  const taxed = { taxCategory: 'S', taxReason: 'taxed', taxes: [vat('19')], taxRate: '19' };
  const asked = { taxCode: 'std', requestedTaxRate: null, productTaxed: false };
  const made = { kind: 'one_off', supplyKind: 'goods', ...amounts, ...taxed, ...asked };
  return { ...made, ...over } as unknown as OrderLine;
}
const reverse = { taxCategory: 'AE', taxReason: 'reverse_charge', taxes: [vat('0')] } as const;
const service = { supplyKind: 'services' } as Partial<OrderLine>;

test.each<[string, readonly OrderLine[], readonly string[]]>([
  ['once of goods and services at one rate', [line(300n, {}), line(100n, service)], ['40.00']],
  [
    'for each way of taxing lines of one code',
    [line(300n, {}), line(100n, { ...service, ...reverse } as never)],
    ['30.00', '10.00'],
  ],
  [
    'for each of two codes, of which each may change its rate',
    [line(300n, {}), line(100n, { taxCode: 'red' })],
    ['30.00', '10.00'],
  ],
  [
    'by what goods and services at one rate are of the whole',
    [
      line(300n, {}),
      line(100n, { taxCategory: null, taxRate: '7' }),
      line(400n, service),
      line(100n, { taxCategory: null, taxRate: '7' }),
    ],
    ['31.11', '8.89'],
  ],
])('a deposit is asked for %s', (_, lines, expected) => {
  const made = depositLines('Deposit', ORDER, lines, 4000n);
  expect(made.map(({ unitPrice }) => unitPrice)).toEqual(expected);
});
