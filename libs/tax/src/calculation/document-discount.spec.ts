import fc from 'fast-check';
import { currencyDigits, sumOf } from '@quittance/money';
import { runs } from '../../../../test/support/tier.js';
import { RateBook } from '../rate-books/rate-book.js';
import { aBook, aJurisdiction, aLine, aRate, aRequest } from '../testing/builders.js';
import { spreadDiscount } from './document-discount.js';
import { amountOfLine } from './line-amount.js';
import { priceDocument } from './price-document.js';
import type { Discount, PricingLine } from './pricing.js';

const DE = aJurisdiction('DE', { level: 'country' });
const BOOK = new RateBook(
  aBook({
    jurisdictions: [DE],
    rates: [aRate('DE', '19'), aRate('DE', '7', { taxCode: 'reduced' })],
  }),
);

function shared(lines: readonly PricingLine[], discount: Discount): PricingLine[] {
  const shares = spreadDiscount(lines, discount, 'EUR');
  return lines.map((line, i) => ({ ...line, share: shares[i] ?? 0n }));
}

describe('a discount on the whole document', () => {
  it('example 37: is a percentage rounded once, and taken off before tax', () => {
    const lines = [
      aLine({ unitPrice: '100.00', taxCode: 'standard' }),
      aLine({ unitPrice: '33.33', taxCode: 'reduced' }),
    ];
    const discounted = shared(lines, { percent: '5' });
    expect(discounted.map(({ share }) => share)).toEqual([500n, 167n]);
    const priced = priceDocument(BOOK, aRequest(discounted));
    expect(priced.lines.map(({ net, tax }) => [net, tax])).toEqual([
      [9500n, 1805n],
      [3166n, 222n],
    ]);
    expect(priced.total).toBe(14693n);
  });

  it('example 38: gives the odd cent to the earliest of equal lines', () => {
    const three = ['50.00', '50.00', '50.00'].map((unitPrice) => aLine({ unitPrice }));
    expect(spreadDiscount(three, { amount: '10.00' }, 'EUR')).toEqual([334n, 333n, 333n]);
  });

  it('keeps the gross of prices that include tax exact', () => {
    const lines = shared([aLine({ unitPrice: '119.00', taxCode: 'standard' })], {
      amount: '19.00',
    });
    const priced = priceDocument(BOOK, aRequest(lines, { pricesIncludeTax: true }));
    expect(priced).toMatchObject({ total: 10_000n, subtotal: 8403n, taxTotal: 1597n });
  });

  it.each<[string, Discount]>([
    ['/discount/percent', { percent: '100.01' }],
    ['/discount/percent', { percent: '-1' }],
    ['/discount/percent', { percent: 'x' }],
    ['/discount/amount', { amount: '100.01' }],
    ['/discount/amount', { amount: '-0.01' }],
    ['/discount/amount', { amount: '0.001' }],
  ])('refuses at %s: %j', (pointer, discount) => {
    expect(() => spreadDiscount([aLine()], discount, 'EUR')).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        options: expect.objectContaining({ errors: [expect.objectContaining({ pointer })] }),
      }),
    );
  });

  it('refuses lines below nothing', () => {
    const lines = [aLine(), aLine({ unitPrice: '-1' })];
    expect(() => spreadDiscount(lines, { percent: '5' }, 'EUR')).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });

  it('adds up exactly, whatever the lines, and is never more than a line', () => {
    const cents = fc.integer({ min: 0, max: 9_999_999 });
    const asked = fc.tuple(
      fc.array(cents, { minLength: 1, maxLength: 40 }),
      fc.oneof(
        fc.integer({ min: 0, max: 1_000_000 }).map((n) => ({ permille: n })),
        fc.integer({ min: 0, max: 1_000_000 }).map((n) => ({ part: n })),
      ),
      fc.constantFrom('EUR', 'JPY', 'KWD'),
    );
    fc.assert(
      fc.property(asked, ([nets, how, currency]) => {
        const digits = currencyDigits(currency);
        const text = (minor: bigint) => {
          const padded = minor.toString().padStart(digits + 1, '0');
          if (digits === 0) return padded;
          return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
        };
        const lines = nets.map((net) => aLine({ unitPrice: text(BigInt(net)) }));
        const sum = sumOf(nets.map(BigInt));
        const discount: Discount =
          'part' in how
            ? { amount: text((sum * BigInt(how.part)) / 1_000_000n) }
            : { percent: `${how.permille / 10_000}` };
        const shares = spreadDiscount(lines, discount, currency);
        const expected =
          'part' in how
            ? (sum * BigInt(how.part)) / 1_000_000n
            : (2n * sum * BigInt(how.permille) + 1_000_000n) / 2_000_000n;
        expect(sumOf(shares)).toBe(expected);
        shares.forEach((share, i) => {
          expect(share >= 0n && share <= BigInt(nets[i] ?? 0)).toBe(true);
          const line = { ...(lines[i] as PricingLine), share };
          const { amount } = amountOfLine(line, i, currency, digits);
          expect(amount).toBe(BigInt(nets[i] ?? 0) - share);
        });
      }),
      { numRuns: runs(400) },
    );
  });
});
