import { DomainError, newId } from '@quittance/kernel';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import type { CreditNoteLine } from './credit-note.repository.js';
import type { CorrectedInvoice } from './price-credit-note.js';
import { refuseAboveTaxes } from './within-taxes.js';

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
  expect(refused?.code ?? null).toBe(pointer && 'credit_exceeds_tax');
  expect(refused?.options.errors?.[0]?.pointer ?? null).toBe(pointer);
});

test('an allowance of the invoice leaves less of its line', () => {
  const invoice = invoiceOf([...INVOICED, lineOf(-100n, '23')]);
  expect(refusalOf(invoice, [lineOf(1_000n, '23')])?.code).toBe('credit_exceeds_tax');
  expect(refusalOf(invoice, [lineOf(900n, '23')])).toBeNull();
});

test('a charge of the note is pointed at', () => {
  const noted = [lineOf(1_000n, '23'), lineOf(79_000n, '23')];
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
