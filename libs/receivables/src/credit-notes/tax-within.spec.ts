import type { CreditNoteLine } from './credit-note.repository.js';
import type { PricedCreditNote } from './price-credit-note.js';
import { taxWithin } from './tax-within.js';

const line = (net: bigint, ...taxes: bigint[]) => {
  const tax = taxes.reduce((sum, each) => sum + each, 0n);
  const stored = taxes.map((each) => ({ tax: each.toString() }));
  return { net, tax, total: net + tax, taxes: stored } as unknown as CreditNoteLine;
};

function priced(...lines: CreditNoteLine[]): PricedCreditNote {
  const sum = (of: (each: CreditNoteLine) => bigint) => lines.reduce((all, l) => all + of(l), 0n);
  const [subtotal, taxTotal] = [sum(({ net }) => net), sum(({ tax }) => tax)];
  return { lines, subtotal, taxTotal, total: subtotal + taxTotal };
}

it('leaves a note as it is that comes to no more than is left', () => {
  const note = priced(line(103n, 20n));
  expect(taxWithin(note, 123n)).toBe(note);
});

it('cuts taxes to what is left, from the last line on, and no net', () => {
  const cut = taxWithin(priced(line(103n, 20n), line(7n, 1n, 1n)), 129n);
  expect(cut).toMatchObject({ subtotal: 110n, taxTotal: 19n, total: 129n });
  expect(cut.lines).toMatchObject([
    { net: 103n, tax: 19n, total: 122n, taxes: [{ tax: '19' }] },
    { net: 7n, tax: 0n, total: 7n, taxes: [{ tax: '0' }, { tax: '0' }] },
  ]);
});

it('leaves what is above in its net to be refused', () => {
  const note = priced(line(103n, 20n));
  expect(taxWithin(note, 102n)).toBe(note);
});
