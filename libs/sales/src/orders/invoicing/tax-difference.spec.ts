import { taxDifferenceOf } from './invoicing.js';

const line = (id: string, taxRate: string) => ({ id: id as never, taxRate });
const tax = (id: string, rate: string, difference: bigint) => {
  return { lineId: id as never, rate, difference };
};

it('adds up what invoices ask beside the order at other rates, and no roundings', () => {
  const lines = [line('a', '19.000000'), line('b', '7')];
  expect(taxDifferenceOf(lines, [])).toBe(0n);
  expect(taxDifferenceOf(lines, [tax('a', '19', 1n), tax('b', '7.000000', -1n)])).toBe(0n);
  const others = [tax('a', '20', 100n), tax('a', '19', 1n), tax('b', '5', -40n)];
  expect(taxDifferenceOf(lines, others)).toBe(60n);
});
