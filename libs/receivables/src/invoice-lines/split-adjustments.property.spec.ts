import { parseLocalDate } from '@quittance/calendar';
import { newId } from '@quittance/kernel';
import type { DocumentAdjustment, Seller } from '@quittance/lines';
import { sumOf, trimDecimal } from '@quittance/money';
import { RateBook } from '@quittance/tax';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { linesToCredit } from '../credit-notes/corrected-invoice.js';
import { priceCreditNote, type CorrectedInvoice } from '../credit-notes/price-credit-note.js';
import type { Invoice } from '../invoices/invoice.repository.js';
import { newLine, priceInvoice } from './price-invoice.js';

const PARTY = { country: null, region: null, postalCode: null, taxRegistration: null };
const SELLER: Seller = { party: PARTY, rounding: 'document', book: RateBook.empty };
const address = { ...PARTY, line1: null, line2: null, city: null };
const BUYER = { id: newId<'account'>(), address, taxRegistration: null };
const taxDate = parseLocalDate('2026-03-01');

const text = (cents: number) => (cents / 100).toFixed(2);
const anyRate = fc.constantFrom('5', '7', '19');
const anyLine = fc.record({ cents: fc.integer({ min: 0, max: 99_999 }), rate: anyRate });
const anySize = fc.oneof(
  fc.integer({ min: 0, max: 30 }).map((n) => ({ percent: String(n) })),
  fc.integer({ min: 0, max: 200 }).map((n) => ({ amount: text(n) })),
);
const anyAdjustment = fc
  .tuple(fc.constantFrom('allowance' as const, 'charge' as const), anySize)
  .map(([kind, size]): DocumentAdjustment => ({ kind, reason: 'Why', ...size }));
const anyDocument = fc.record({
  lines: fc
    .array(anyLine, { minLength: 1, maxLength: 6 })
    .filter((lines) => sumOf(lines.map(({ cents }) => BigInt(cents))) > 1_000n),
  adjustments: fc.array(anyAdjustment, { minLength: 1, maxLength: 3 }),
  pricesIncludeTax: fc.boolean(),
  firstNoted: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
});

function lineOf({ cents, rate }: { readonly cents: number; readonly rate: string }) {
  const none = { productId: null, discount: null, periodStart: null, periodEnd: null };
  const written = { ...none, description: 'Sold', quantity: '1', unitPrice: text(cents) };
  return newLine({ ...written, taxCode: null, taxRate: rate }, new Map());
}

test('what is taken off or put on is split to the minor unit, and credited to it', () => {
  let split = 0;
  fc.assert(
    fc.property(anyDocument, ({ lines, adjustments, pricesIncludeTax, firstNoted }) => {
      const terms = { currency: 'EUR', taxDate, pricesIncludeTax } as const;
      const id = newId<'invoice'>();
      const asked = { ...terms, adjustments };
      const priced = priceInvoice(id, asked, SELLER, BUYER, lines.map(lineOf));
      const made = priced.lines.filter(({ adjustment }) => adjustment);
      split += made.length > adjustments.length ? 1 : 0;
      const whole = sumOf(lines.map(({ cents }) => BigInt(cents)));
      adjustments.forEach(({ kind, percent, amount }, index) => {
        const of = made.filter(({ adjustmentIndex }) => adjustmentIndex === index);
        const size = percent
          ? (whole * BigInt(percent) * 2n + 100n) / 200n
          : BigInt(Math.round(Number(amount) * 100));
        const sum = sumOf(of.map(({ net, total }) => (pricesIncludeTax ? total : net)));
        expect(sum).toBe(kind === 'allowance' ? -size : size);
      });
      for (const rate of new Set(lines.map((each) => each.rate))) {
        const at = priced.lines.filter(({ taxRate }) => trimDecimal(taxRate) === rate);
        const [net, tax] = [sumOf(at.map((each) => each.net)), sumOf(at.map((each) => each.tax))];
        expect(net >= 0n && tax >= 0n).toBe(true);
        const exact = pricesIncludeTax ? net + tax : net;
        const by = pricesIncludeTax ? 100n + BigInt(rate) : 100n;
        expect(tax).toBe((exact * BigInt(rate) * 2n + by) / (by * 2n));
      }
      const invoice = { id, ...terms, number: 'INV-1', taxRounding: 'document' };
      const corrected = { invoice: invoice as unknown as Invoice, lines: priced.lines };
      const noted = (of: CorrectedInvoice, ids: readonly (typeof priced.lines)[number]['id'][]) =>
        priceCreditNote(newId(), terms, SELLER, BUYER, of, linesToCredit(of, ids));
      // One note for all that is at some rates, another for the rest.
      const rates = [...new Set(priced.lines.map(({ taxRate }) => taxRate))];
      const first = new Set(rates.filter((_, i) => firstNoted[i]));
      const idsOf = (isFirst: boolean) =>
        priced.lines.flatMap((each) => (first.has(each.taxRate) === isFirst ? [each.id] : []));
      const one = noted(corrected, idsOf(true));
      const two = noted({ ...corrected, credited: one.lines }, idsOf(false));
      expect([one.subtotal + two.subtotal, one.taxTotal + two.taxTotal]).toEqual([
        priced.subtotal,
        priced.taxTotal,
      ]);
    }),
    { numRuns: runs(150) },
  );
  expect(split).toBeGreaterThan(20);
});
