import { formatMinor, formatUnits, sumOf } from '@quittance/money';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { CreditedBooks, HEAVY, piecesOf, type Sale } from '../testing/credited-books.js';

const cents = (most: number) =>
  fc.integer({ min: 1, max: most }).map((n) => formatUnits(BigInt(n), 3));
const anySale = fc.record({
  /** Pieces of each part of a line: its quantity is their sum. */
  parts: fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 5 }),
  scale: fc.constantFrom(0, 3),
  unitPrice: cents(60_000),
  discount: fc.option(fc.integer({ min: 1, max: 60 }).map((n) => ({ percent: String(n) }))),
  taxCode: fc.constantFrom('gst', 'over', 'third', null),
  sign: fc.constantFrom('', '-'),
});
const anyCase = fc.record({
  sales: fc.array(anySale, { minLength: 1, maxLength: 3 }),
  pricesIncludeTax: fc.boolean(),
  rounding: fc.constantFrom('document' as const, 'line' as const),
  /** Which notes are voided after they were written, and credited again at the end. */
  voided: fc.array(fc.boolean(), { maxLength: 5 }),
});

test('any split of the pieces of lines over any notes, some of them void, comes to the lines exactly', () => {
  fc.assert(
    fc.property(anyCase, ({ voided, sales, ...more }) => {
      const turns = Math.max(...sales.map(({ parts }) => parts.length));
      // A piece of it is in every note, so that none is over less than nothing.
      const heavy = { ...HEAVY, parts: Array.from({ length: turns + 1 }, () => 1) };
      const all = [...sales, heavy];
      const books = new CreditedBooks({ ...more, sales });
      const taken = all.map(() => 0n);
      for (let turn = 0; turn < turns; turn += 1) {
        const parts = all.map((sale) => BigInt(sale.parts[turn] ?? 0));
        const back = books.credit((_, i) => piecesOf(all[i], parts[i]));
        expect(books.amiss()).toEqual([]);
        if (voided[turn]) back();
        else parts.forEach((part, i) => (taken[i] = (taken[i] ?? 0n) + part));
        expect(books.amiss()).toEqual([]);
      }
      const rests = all.map(({ parts }, i) => sumOf(parts.map(BigInt)) - (taken[i] ?? 0n));
      books.credit((_, i) => piecesOf(all[i], rests[i]));
      expect(books.left()).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});

test('any split of the amount of a line comes to the line exactly', () => {
  const anyAmounts = fc.record({
    amounts: fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 6 }),
    pricesIncludeTax: fc.boolean(),
    rounding: fc.constantFrom('document' as const, 'line' as const),
    taxCode: fc.constantFrom('gst', 'over', 'third', null),
  });
  fc.assert(
    fc.property(anyAmounts, ({ amounts, taxCode, ...more }) => {
      const whole = formatMinor(sumOf(amounts.map(BigInt)), 'EUR');
      const sale = { ...HEAVY, unitPrice: whole, taxCode };
      const books = new CreditedBooks({ ...more, sales: [sale] });
      books.credit((_, i) => (i === 1 ? {} : null));
      for (const amount of amounts) {
        const unitPrice = formatMinor(BigInt(amount), 'EUR');
        books.credit((_, i) => (i === 0 ? { quantity: '1', unitPrice, discount: null } : null));
        expect(books.amiss()).toEqual([]);
      }
      expect(books.left()).toEqual([]);
    }),
    { numRuns: runs(200) },
  );
});

describe('a line of three times 33.33 and 19 %', () => {
  const sale: Sale = { ...HEAVY, parts: [3], unitPrice: '33.33', taxCode: null };
  const books = () =>
    new CreditedBooks({ sales: [sale], pricesIncludeTax: false, rounding: 'document' });
  const piece = (quantity: string) => (_: unknown, i: number) => (i === 0 ? { quantity } : null);
  const totals = (all: CreditedBooks) => {
    const [sold] = all.lines;
    if (!sold) throw new Error('There is no line');
    const [, total] = all.figures(sold);
    return total ?? [0n, 0n];
  };

  test('is given back to the cent piece by piece: 39.66, 39.66 and 39.67', () => {
    const all = books();
    const sums = [1, 2, 3].map(() => {
      all.credit(piece('1'));
      return totals(all)[1];
    });
    expect(sums).toEqual([3966n, 7932n, 11_899n]);
  });

  test('is never credited beyond what is left of it', () => {
    const all = books();
    all.credit(piece('2'));
    const refused = expect.objectContaining({ code: 'credit_exceeds_line', status: 422 });
    expect(() => all.credit(piece('2'))).toThrow(refused);
    expect(() =>
      all.credit((_, i) => (i === 0 ? { quantity: '1', unitPrice: '33.34' } : null)),
    ).toThrow(refused);
    all.credit(piece('1'));
    expect(() => all.credit(piece('1'))).toThrow(refused);
    expect(totals(all)).toEqual([11_899n, 11_899n]);
  });
});
