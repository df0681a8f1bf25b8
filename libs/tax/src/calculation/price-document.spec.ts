import { DomainError } from '@quittance/kernel';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { priceDocument } from './price-document.js';
import type { PricedDocument, PricingLine, PricingRequest } from './pricing.js';
import { RateBook } from '../rate-books/rate-book.js';
import { aBook, aJurisdiction, aLine, aRate, aRequest } from '../testing/builders.js';

const DE = aJurisdiction('DE', { level: 'country' });

/** Two taxes on the price and a third on top of both. */
const THREE_TAXES = new RateBook(
  aBook({
    codes: ['standard', 'other', 'rateless'].map((code) => ({ code, kind: null })),
    jurisdictions: [DE],
    rates: [
      aRate('DE', '9', { priority: 1 }),
      aRate('DE', '4.375', { priority: 2, kind: 'sales' }),
      aRate('DE', '2.5', { priority: 3, compound: true }),
      aRate('DE', '19', { taxCode: 'other' }),
    ],
  }),
);

function own(taxRate: string, unitPrice: string, over: Partial<PricingLine> = {}): PricingLine {
  return aLine({ taxRate, unitPrice, ...over });
}

function priced(lines: readonly PricingLine[], over: Partial<PricingRequest> = {}): PricedDocument {
  return priceDocument(RateBook.empty, aRequest(lines, over));
}

describe('the net of a line', () => {
  it('is quantity times price less the discount, rounded once', () => {
    const line = own('19', '49.99', { quantity: '2', discount: { percent: '10' } });
    expect(priced([line]).lines[0]).toMatchObject({ net: 8998n, discount: 1000n, tax: 1710n });
  });

  it('rounds half away from zero, below zero too', () => {
    const nets = ['0.005', '-0.005', '0.0049'].map((unitPrice) => aLine({ unitPrice }));
    expect(priced(nets).lines.map(({ net }) => net)).toEqual([1n, -1n, 0n]);
  });

  it('knows currencies without and with three decimals', () => {
    const line = aLine({ quantity: '3', unitPrice: '33.3335' });
    expect(priced([line], { currency: 'JPY' }).total).toBe(100n);
    expect(priced([line], { currency: 'KWD' }).total).toBe(100001n);
  });

  it('takes an amount off', () => {
    const line = aLine({ quantity: '3', unitPrice: '0.335', discount: { amount: '0.50' } });
    expect(priced([line]).lines[0]).toMatchObject({ net: 51n, discount: 50n });
  });

  it('takes an amount off a credited line too, up to all of it', () => {
    const credited = (amount: string) => aLine({ unitPrice: '-100', discount: { amount } });
    expect(priced([credited('0.01')]).lines[0]).toMatchObject({ net: -9999n, discount: -1n });
    expect(priced([credited('100')]).lines[0]).toMatchObject({ net: 0n, discount: -10_000n });
  });

  it('may come to ten thousand billion, above zero and below', () => {
    const nets = ['10000000000000', '-10000000000000'].map((unitPrice) => aLine({ unitPrice }));
    expect(priced(nets).lines.map(({ net }) => net)).toEqual([10n ** 15n, -(10n ** 15n)]);
  });

  it.each<[Partial<PricingLine>, string]>([
    [{ quantity: '1e3' }, '/lines/0/quantity'],
    [{ unitPrice: 'NaN' }, '/lines/0/unitPrice'],
    [{ unitPrice: '99999999999999999' }, '/lines/0/unitPrice'],
    [{ unitPrice: '10000000000000.01' }, '/lines/0/unitPrice'],
    [{ unitPrice: '-10000000000000.01' }, '/lines/0/unitPrice'],
    [{ discount: { percent: '100.01' } }, '/lines/0/discount/percent'],
    [{ discount: { percent: '-1' } }, '/lines/0/discount/percent'],
    [{ discount: { amount: '100.01' } }, '/lines/0/discount/amount'],
    [{ unitPrice: '-100', discount: { amount: '100.01' } }, '/lines/0/discount/amount'],
    [{ discount: { amount: '-1' } }, '/lines/0/discount/amount'],
    [{ discount: { amount: '0.001' } }, '/lines/0/discount/amount'],
    [{ taxRate: '100.000001' }, '/lines/0/taxRate'],
    [{ taxRate: '-1' }, '/lines/0/taxRate'],
  ])('refuses %j with the pointer of the field', (over, pointer) => {
    let thrown: unknown;
    try {
      priced([aLine(over)]);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(DomainError);
    expect((thrown as DomainError).options.errors?.[0]?.pointer).toBe(pointer);
  });
});

describe('document rounding', () => {
  const three = ['0.10', '0.10', '0.10'].map((unitPrice) => own('19', unitPrice));

  it('rounds the tax of a rate once for the document and spreads it', () => {
    const document = priced(three);
    expect(document.lines.map(({ tax }) => tax)).toEqual([2n, 2n, 2n]);
    expect(document).toMatchObject({ subtotal: 30n, taxTotal: 6n, total: 36n });
  });

  it('leaves a certificate of what was moved', () => {
    const document = priced(['0.13', '0.13'].map((unitPrice) => own('19', unitPrice)));
    expect(document.groups).toEqual([
      {
        jurisdiction: null,
        taxCode: null,
        kind: 'line_rate',
        rate: '19',
        base: 26n,
        exactTax: '4.94',
        tax: 5n,
        moved: [{ line: 0, minor: 1n }],
      },
    ]);
  });

  it('takes a rate written in two ways as one rate', () => {
    expect(priced([own('19', '1'), own('19.00', '1'), own('019.0', '1')]).groups).toHaveLength(1);
  });

  it('rounds each line instead when the company asks for it', () => {
    const lines = ['0.13', '0.13'].map((unitPrice) => own('19', unitPrice));
    const document = priced(lines, { rounding: 'line' });
    expect(document.taxTotal).toBe(4n);
    expect(document.groups[0]).toMatchObject({ exactTax: '4.94', tax: 4n, moved: [] });
  });
});

describe('prices that include tax', () => {
  it('keep the gross and derive the net', () => {
    const document = priced([own('19', '119.00')], { pricesIncludeTax: true });
    expect(document).toMatchObject({ subtotal: 10000n, taxTotal: 1900n, total: 11900n });
  });

  it('give an odd cent to the net, never to the gross', () => {
    const lines = [own('19', '9.99'), own('7', '0.01'), own('19', '9.99')];
    const document = priced(lines, { pricesIncludeTax: true });
    expect(document.total).toBe(1999n);
    expect(document.lines.map(({ total }) => total)).toEqual([999n, 1n, 999n]);
  });

  it('split several taxes so that equal rates stay equal', () => {
    const book = new RateBook(
      aBook({
        jurisdictions: [DE],
        rates: [aRate('DE', '9'), aRate('DE', '9', { kind: 'sales', priority: 1 })],
      }),
    );
    const line = aLine({ taxCode: 'standard', unitPrice: '100.01' });
    const document = priceDocument(book, aRequest([line], { pricesIncludeTax: true }));
    expect(document.groups.map(({ tax }) => tax)).toEqual([763n, 763n]);
    expect(document.total).toBe(10001n);
  });
});

describe('a compound rate', () => {
  it('applies on top of the taxes below it', () => {
    const line = aLine({ taxCode: 'standard' });
    const document = priceDocument(THREE_TAXES, aRequest([line]));
    expect(document.groups.map(({ base, tax }) => [base, tax])).toEqual([
      [10000n, 900n],
      [10000n, 438n],
      [11338n, 283n],
    ]);
    expect(document.lines[0]?.taxRate).toBe('16.209375');
  });
});

const minor = (max: number) =>
  fc.integer({ min: -max, max }).map((n) => `${n < 0 ? '-' : ''}${Math.abs(n)}`);
const amountText = fc
  .tuple(fc.bigInt({ min: -999_999n, max: 999_999n }), fc.integer({ min: 0, max: 6 }))
  .map(([units, scale]) => {
    const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
    const whole = digits.slice(0, digits.length - scale);
    return `${units < 0n ? '-' : ''}${whole}${scale ? `.${digits.slice(-scale)}` : ''}`;
  });
const anyLine: fc.Arbitrary<PricingLine> = fc.record({
  quantity: fc.oneof(
    minor(50),
    amountText.filter((text) => text.length < 6),
  ),
  unitPrice: amountText,
  discount: fc.option(fc.integer({ min: 0, max: 100 }).map((n) => ({ percent: String(n) }))),
  taxCode: fc.constantFrom(null, 'standard', 'other', 'rateless'),
  taxRate: fc.constantFrom(null, '0', '7', '19', '8.875'),
});
const anyRequest: fc.Arbitrary<PricingRequest> = fc
  .record({
    lines: fc.array(anyLine, { maxLength: 12 }),
    currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'),
    pricesIncludeTax: fc.boolean(),
    rounding: fc.constantFrom('document' as const, 'line' as const),
  })
  .map(({ lines, ...over }) => aRequest(lines, over));

function sum(values: Iterable<bigint>): bigint {
  let total = 0n;
  for (const value of values) total += value;
  return total;
}

function holds(check: (document: PricedDocument, request: PricingRequest) => void): void {
  fc.assert(
    fc.property(anyRequest, (request) => check(priceDocument(THREE_TAXES, request), request)),
    { numRuns: runs(400) },
  );
}

describe('for every document', () => {
  it('lines add up to the totals', () => {
    holds((document) => {
      expect(sum(document.lines.map(({ net }) => net))).toBe(document.subtotal);
      expect(sum(document.lines.map(({ tax }) => tax))).toBe(document.taxTotal);
      expect(document.subtotal + document.taxTotal).toBe(document.total);
      for (const { net, tax, total } of document.lines) expect(net + tax).toBe(total);
    });
  });

  it('groups add up to the tax, and to the taxes of their lines', () => {
    holds((document) => {
      expect(sum(document.groups.map(({ tax }) => tax))).toBe(document.taxTotal);
      for (const { taxes, tax } of document.lines) expect(sum(taxes.map((t) => t.tax))).toBe(tax);
      for (const group of document.groups) {
        const parts = document.lines.flatMap(({ taxes }) =>
          taxes.filter(
            (t) => t.kind === group.kind && t.rate === group.rate && t.taxCode === group.taxCode,
          ),
        );
        expect(sum(parts.map(({ tax }) => tax))).toBe(group.tax);
        expect(sum(parts.map(({ base }) => base))).toBe(group.base);
      }
    });
  });

  it('prices that include tax keep every gross', () => {
    holds((document, request) => {
      if (!request.pricesIncludeTax) return;
      const untaxed = priceDocument(RateBook.empty, {
        ...request,
        lines: request.lines.map((line) => ({ ...line, taxCode: null, taxRate: null })),
      });
      expect(document.total).toBe(untaxed.total);
      expect(document.lines.map(({ total }) => total)).toEqual(untaxed.lines.map(({ net }) => net));
    });
  });

  it('the tax of a group is its exact tax rounded once, where the document is rounded', () => {
    holds((document, request) => {
      if (request.rounding === 'line') return;
      for (const { exactTax, tax } of document.groups) {
        const [whole = '0', fraction = ''] = exactTax.replace('-', '').split('.');
        const size = BigInt(whole) + (fraction >= '5' ? 1n : 0n);
        expect(tax).toBe(exactTax.startsWith('-') ? -size : size);
      }
    });
  });

  it('moves at most one minor unit per line and tax', () => {
    holds((document) => {
      for (const { moved } of document.groups) {
        for (const { minor: units } of moved) expect([1n, -1n]).toContain(units);
      }
    });
  });

  it('totals do not depend on the order of lines', () => {
    fc.assert(
      fc.property(anyRequest, fc.integer({ min: 0, max: 11 }), (request, turn) => {
        const turned = [...request.lines.slice(turn), ...request.lines.slice(0, turn)].reverse();
        const one = priceDocument(THREE_TAXES, request);
        const other = priceDocument(THREE_TAXES, { ...request, lines: turned });
        expect([other.subtotal, other.taxTotal, other.total]).toEqual([
          one.subtotal,
          one.taxTotal,
          one.total,
        ]);
        const sizes = (document: PricedDocument) =>
          document.groups.map(
            ({ taxCode, kind, rate, tax }) => `${taxCode} ${kind} ${rate} ${tax}`,
          );
        expect(sizes(other).sort()).toEqual(sizes(one).sort());
      }),
      { numRuns: runs(400) },
    );
  });

  it('holds money as integers only', () => {
    holds((document) => {
      const walk = (value: unknown): void => {
        expect(typeof value).not.toBe('number');
        if (value && typeof value === 'object') Object.values(value).forEach(walk);
      };
      walk(document.lines);
      walk(document.groups.map(({ moved: _, ...group }) => group));
    });
  });
});
