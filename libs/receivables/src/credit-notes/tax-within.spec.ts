import { DomainError, newId } from '@quittance/kernel';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import type { CreditNoteLine } from './credit-note.repository.js';
import type { CorrectedInvoice, PricedCreditNote } from './price-credit-note.js';
import { refuseAboveTaxes, taxWithin } from './tax-within.js';

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

/** A line of so much net at a rate, or at none. */
function lineOf(net: bigint, rate: string | null, tax = 0n): CreditNoteLine {
  const taxes = rate === null ? [] : [{ kind: 'vat', jurisdiction: 'PL', taxCode: null, rate }];
  const row = { net, total: net + tax, taxes, taxCategory: rate === null ? 'Z' : 'S' };
  return { ...row, invoiceLineId: newId() } as unknown as CreditNoteLine;
}

function invoiceOf(
  lines: readonly CreditNoteLine[],
  credited: readonly CreditNoteLine[] = [],
  pricesIncludeTax = false,
): CorrectedInvoice {
  const invoice = { number: 'INV-1', currency: 'PLN', pricesIncludeTax };
  return { invoice, lines, credited } as unknown as CorrectedInvoice;
}

function refusalOf(...args: Parameters<typeof refuseAboveTaxes>): DomainError | null {
  try {
    refuseAboveTaxes(...args);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

const INVOICED = [lineOf(1_000n, '23'), lineOf(100_000n, null)];

test.each([
  ['all of it', [lineOf(1_000n, '23'), lineOf(100_000n, null)], [], null],
  ['more at a rate', [lineOf(1_001n, '23')], [], '/lines/0/quantity'],
  ['more at none', [lineOf(10n, '23'), lineOf(100_001n, null)], [], '/lines/1/quantity'],
  ['as much as others left', [lineOf(400n, '23')], [lineOf(600n, '23.00')], null],
  ['more than others left', [lineOf(401n, '23')], [lineOf(600n, '23')], '/lines/0/quantity'],
  ['what no line of it bears', [lineOf(1n, '8')], [], '/lines/0/quantity'],
  ['less than a line of it, at once', [lineOf(1_200n, '23'), lineOf(-200n, '23')], [], null],
])('%s is credited, or refused where it is too much', (_, noted, credited, pointer) => {
  const refused = refusalOf(invoiceOf(INVOICED, credited), noted);
  expect(refused && refused.code).toBe(pointer && 'credit_exceeds_tax');
  expect(JSON.stringify(refused)).toContain(pointer ?? 'null');
});

test('an allowance of the invoice leaves less of its line', () => {
  const invoice = invoiceOf([...INVOICED, lineOf(-100n, '23')]);
  expect(refusalOf(invoice, [lineOf(1_000n, '23')])?.code).toBe('credit_exceeds_tax');
  expect(refusalOf(invoice, [lineOf(900n, '23')])).toBeNull();
});

test('a charge of the note is pointed at', () => {
  const charge = { ...lineOf(79_000n, '23'), adjustmentIndex: 0 };
  const noted = [lineOf(1_000n, '23'), charge];
  const refused = refusalOf(invoiceOf(INVOICED), noted, 1);
  expect(JSON.stringify(refused)).toContain('/adjustments/0/amount');
});

test('gross prices count with their tax', () => {
  const invoice = invoiceOf([lineOf(1_000n, '23', 230n)], [], true);
  expect(refusalOf(invoice, [lineOf(1_001n, '23', 229n)])).toBeNull();
  expect(refusalOf(invoice, [lineOf(1_000n, '23', 231n)])?.code).toBe('credit_exceeds_tax');
});

test('no row of notes takes more back at a tax than is asked at it', () => {
  const anyRate = fc.constantFrom('23', '8', null);
  const anyLine = fc.record({ net: fc.bigInt({ min: 1n, max: 999n }), rate: anyRate });
  const anyNote = fc.array(anyLine, { minLength: 1, maxLength: 3 });
  const lines = (of: readonly { net: bigint; rate: string | null }[]) =>
    of.map(({ net, rate }) => lineOf(net, rate));
  const sumAt = (rate: string | null, all: readonly { net: bigint; rate: string | null }[]) =>
    all.reduce((sum, line) => (line.rate === rate ? sum + line.net : sum), 0n);
  fc.assert(
    fc.property(anyNote, fc.array(anyNote, { maxLength: 6 }), (asked, notes) => {
      const taken: { net: bigint; rate: string | null }[] = [];
      for (const note of notes) {
        const fits = ['23', '8', null].every(
          (rate) =>
            sumAt(rate, note) === 0n || sumAt(rate, [...taken, ...note]) <= sumAt(rate, asked),
        );
        const refused = refusalOf(invoiceOf(lines(asked), lines(taken)), lines(note));
        expect(refused === null).toBe(fits);
        if (!refused) taken.push(...note);
      }
    }),
    { numRuns: runs(100) },
  );
});
