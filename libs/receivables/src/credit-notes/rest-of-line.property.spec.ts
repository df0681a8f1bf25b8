import { formatMinor, formatUnits, sumOf } from '@quittance/money';
import { DomainError } from '@quittance/kernel';
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

test('any split of lines over any notes, some of them void, comes to the lines exactly', () => {
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

/**
 * What a person may write of a line: some pieces, at its price or another, and below zero as well.
 */
const anyWriting = fc.record({
  pieces: fc.integer({ min: -20, max: 20 }),
  unitPrice: fc.option(
    fc.integer({ min: -9_000, max: 9_000 }).map((n) => formatUnits(BigInt(n), 2)),
  ),
});
const anyStep = fc.oneof(
  fc.record({ write: fc.array(fc.option(anyWriting), { minLength: 2, maxLength: 2 }) }),
  fc.record({ takeBack: fc.nat(5) }),
);
const anyStory = fc.record({
  sales: fc.array(
    fc.record({
      parts: fc.constant([3, 1, 2, 1, 1, 1]),
      scale: fc.constantFrom(0, 1),
      unitPrice: cents(60_000),
      discount: fc.constant(null),
      taxCode: fc.constantFrom('gst', 'over', 'third', null),
      sign: fc.constantFrom('', '-'),
    }),
    { minLength: 2, maxLength: 2 },
  ),
  pricesIncludeTax: fc.boolean(),
  rounding: fc.constantFrom('document' as const, 'line' as const),
  steps: fc.array(anyStep, { minLength: 2, maxLength: 6 }),
});

test('notes that are written and taken back in any order give back no more than any line', () => {
  fc.assert(
    fc.property(anyStory, ({ steps, sales, ...more }) => {
      const books = new CreditedBooks({ ...more, sales });
      const standing: (() => void)[] = [];
      for (const step of steps) {
        if ('takeBack' in step) standing.splice(step.takeBack % steps.length, 1)[0]?.();
        else {
          const back = unlessRefused(() =>
            books.credit((_, i) =>
              i < 2 ? writtenAs(step.write[i], sales[i]) : { quantity: '1' },
            ),
          );
          if (back) standing.push(back);
        }
        expect(books.amiss()).toEqual([]);
      }
    }),
    { numRuns: runs(300) },
  );
});

function writtenAs(
  writing: { readonly pieces: number; readonly unitPrice: string | null } | null | undefined,
  sale: Sale | undefined,
) {
  if (!writing || !sale) return null;
  const quantity = formatUnits(BigInt(writing.pieces), sale.scale);
  return writing.unitPrice === null ? { quantity } : { quantity, unitPrice: writing.unitPrice };
}

function unlessRefused<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

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

  test('is credited by its own sign alone, whatever makes it the other', () => {
    const all = books();
    all.credit(piece('1'));
    const refusal = (line: object) => {
      try {
        all.credit((_, i) => (i === 0 ? line : { quantity: '1' }));
        return 'none';
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return [error.code, ...(error.options.errors ?? []).map(({ pointer }) => pointer)];
      }
    };
    const at = (member: string) => ['validation_failed', `/lines/0/${member}`];
    expect(refusal({ quantity: '-1' })).toEqual(at('quantity'));
    expect(refusal({ quantity: '1', unitPrice: '-33.33' })).toEqual(at('quantity'));
    // It rounds to nothing, and would make room for a piece all the same.
    expect(refusal({ quantity: '-0.0001' })).toEqual(at('quantity'));
    all.credit((_, i) => (i === 0 ? { quantity: '-1', unitPrice: '-33.33' } : null));
    expect(totals(all)).toEqual([11_899n, 7932n]);
  });
});
