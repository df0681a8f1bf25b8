import type { CreditNoteLine } from './credit-note.repository.js';
import type { PricedCreditNote } from './price-credit-note.js';
import { taxWithin } from './tax-within.js';

type Corrected = Parameters<typeof taxWithin>[1];

/** An invoice of which nothing is known but its total. */
const UNKNOWN = { lines: [], credited: [] };

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
  expect(taxWithin(note, UNKNOWN, 123n)).toBe(note);
});

it('cuts taxes to what is left, from the last line on, and no net', () => {
  const cut = taxWithin(priced(line(103n, 20n), line(7n, 1n, 1n)), UNKNOWN, 129n);
  expect(cut).toMatchObject({ subtotal: 110n, taxTotal: 19n, total: 129n });
  expect(cut.lines).toMatchObject([
    { net: 103n, tax: 19n, total: 122n, taxes: [{ tax: '19' }] },
    { net: 7n, tax: 0n, total: 7n, taxes: [{ tax: '0' }, { tax: '0' }] },
  ]);
});

it('leaves what is above in its net to be refused', () => {
  const note = priced(line(103n, 20n));
  expect(taxWithin(note, UNKNOWN, 102n)).toBe(note);
});

describe('of an invoice that asks and takes off at one tax', () => {
  /** 99.98 less 49.99 at 19 %: 9.50 on 49.99, whose lines bear 19.00 and −9.50. */
  const lines = [line(9998n, 1900n), line(-4999n, -950n)];
  const invoice = (...credited: CreditNoteLine[]) => ({ lines, credited }) as unknown as Corrected;
  const within = (note: CreditNoteLine, ...credited: CreditNoteLine[]) => {
    const left = 5949n - credited.reduce((sum, { total }) => sum + total, 0n);
    return taxWithin(priced(note), invoice(...credited), left);
  };

  it('the note that empties it takes all that is left of its tax', () => {
    // 19 % of 16.66 are 3.17, of the other two as well: 9.51 in all, and 9.49 of 16.63.
    const before = [line(1666n, 317n), line(1666n, 317n)];
    expect(within(line(1667n, 317n), ...before)).toMatchObject({ taxTotal: 316n, total: 1983n });
    const less = [line(1667n, 316n), line(1667n, 316n)];
    expect(within(line(1665n, 316n), ...less)).toMatchObject({ taxTotal: 318n, total: 1983n });
  });

  it('a note that leaves some of it takes no more than there is', () => {
    expect(within(line(1000n, 190n), line(3998n, 761n))).toMatchObject({ taxTotal: 189n });
    expect(within(line(1000n, 190n))).toMatchObject({ taxTotal: 190n, total: 1190n });
  });

  it('is told apart by tax', () => {
    const low = { ...line(5000n, 350n), taxes: [{ tax: '350', taxCode: 'low' }] };
    const both = { lines: [...lines, low], credited: [] } as unknown as Corrected;
    const note = priced(line(4999n, 949n), {
      ...low,
      net: 100n,
      total: 450n,
    } as unknown as CreditNoteLine);
    expect(taxWithin(note, both, 100_000n).lines).toMatchObject([{ tax: 950n }, { tax: 350n }]);
  });
});
