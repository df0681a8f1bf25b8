import { sumOf } from '@quittance/money';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { BookedLine } from '../testing/a-booked-line.js';
import { convertedAt } from '../testing/money-words.js';
import { bookAtRate, bookByTiers } from './book-step.js';
import { leftOfLines, paidPart } from './money-of-invoice.js';
import { atPercent } from './target.js';
import { rateAt } from './tiers.js';

/** How an invoice is paid and credited over time: each time, what it comes to and what was paid. */
interface Times {
  readonly net: bigint;
  readonly tax: bigint;
  readonly steps: readonly Step[];
  /** A thousandth of a percent. */
  readonly rate: number;
  readonly exchange: bigint;
}

interface Step {
  readonly paid: bigint;
  readonly credited: bigint;
  readonly goodwill: bigint;
}

const amounts = fc.bigInt({ min: 0n, max: 10n ** 11n });
const times: fc.Arbitrary<Times> = fc.record({
  net: amounts,
  tax: fc.bigInt({ min: 0n, max: 10n ** 10n }),
  rate: fc.integer({ min: 0, max: 100_000 }),
  exchange: fc.bigInt({ min: 1n, max: 5000n }),
  steps: fc.array(
    fc.record({
      paid: amounts,
      credited: fc.bigInt({ min: 0n, max: 10n ** 10n }),
      goodwill: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

/** As the page has it, with fractions of integers: rounded half away from zero, never negative. */
function independent(eligible: bigint, total: bigint, most: bigint, paid: bigint, rate: number) {
  if (total <= 0n) return 0n;
  const settled = paid > most ? most : paid;
  const [dividend, divisor] = [eligible * settled * BigInt(rate), total * 100_000n];
  return (dividend * 2n + divisor) / (divisor * 2n);
}

const percent = (rate: number) => (rate / 1000).toFixed(3);

describe('commissions of an invoice, however it is paid, credited and refunded', () => {
  it('come to what an independent calculation says, and to nothing once nothing is paid', () => {
    fc.assert(
      fc.property(times, ({ net, tax, steps, rate, exchange }) => {
        const line = new BookedLine();
        const pay = ({ paid, credited, goodwill }: Step) => {
          const [off] = [credited > net ? net : credited];
          const total = net + tax - off;
          const part = paidPart({ total, goodwill, paid });
          const account = { eligible: net - off, standing: line.newestFirst };
          line.keep(bookAtRate(account, part, percent(rate), convertedAt(exchange, 1000n)));
          const most = total > goodwill ? total - goodwill : 0n;
          expect(line.amount).toBe(independent(net - off, total, most, paid, rate));
          for (const entry of line.newestFirst) {
            expect(entry.amountLeft).toBeGreaterThanOrEqual(0n);
            expect(entry.payoutLeft).toBeGreaterThanOrEqual(0n);
          }
        };
        steps.forEach(pay);
        pay({ paid: 0n, credited: 0n, goodwill: 0n });
        expect([line.amount, line.payout]).toEqual([0n, 0n]);
        expect(sumOf(line.entries.map(({ base }) => base))).toBe(0n);
      }),
      { numRuns: runs(300) },
    );
  });

  const tiered = fc.record({
    first: fc.bigInt({ min: 1n, max: 10n ** 6n }),
    rates: fc.tuple(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: 50_000 })),
    invoices: fc.array(
      fc.record({
        net: fc.bigInt({ min: 1n, max: 10n ** 6n }),
        paid: fc.array(fc.bigInt({ min: 0n, max: 10n ** 6n }), { maxLength: 5 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    mode: fc.constantFrom('marginal' as const, 'whole' as const),
  });

  it('by tiers keep the counter what is paid, and go to nothing once nothing is paid', () => {
    fc.assert(
      fc.property(tiered, ({ first, rates, invoices, mode }) => {
        const tiers = [
          { upTo: first, rate: percent(rates[0]) },
          { upTo: null, rate: percent(rates[1]) },
        ];
        const lines = invoices.map(() => new BookedLine());
        const topUps = new BookedLine();
        let [counter, entries] = [0n, 0n];
        const booked = () => sumOf([...lines, topUps].map(({ payout }) => payout));
        const pay = (i: number, eligible: bigint, paid: bigint) => {
          const line = lines[i]!;
          const [from, before] = [counter, line.counter];
          const part = paidPart({ total: eligible, goodwill: 0n, paid });
          const account = { eligible, standing: line.newestFirst };
          line.keep(bookByTiers(account, part, { tiers, counter, mode }, (minor) => minor));
          counter += line.counter - before;
          if (mode === 'marginal') return;
          topUps.counter = counter;
          const known = { payout: booked() };
          const rest = new BookedLine();
          rest.counter = counter;
          rest.entries.push({ base: 0n, amount: 0n, payout: known.payout, kind: 'known' });
          rest.keepTopUp(tiers, from);
          topUps.entries.push(...rest.entries.slice(1));
          const off = booked() - atPercent(counter, rateAt(tiers, counter));
          entries = counter < from ? 0n : entries + 1n;
          expect(off < 0n ? -off : off).toBeLessThanOrEqual(entries);
        };
        invoices.forEach(({ net, paid }, i) => paid.forEach((each) => pay(i, net, each)));
        const due = invoices.map(({ net, paid }) => {
          const last = paid.at(-1) ?? 0n;
          return last > net ? net : last;
        });
        expect(counter).toBe(sumOf(due));
        invoices.forEach(({ net }, i) => pay(i, net, 0n));
        expect(counter).toBe(0n);
        expect(booked()).toBe(0n);
        for (const line of lines) expect(line.payout).toBe(0n);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('what is left of lines', () => {
  it('is what notes and allowances leave of all of them together', () => {
    const net = fc.bigInt({ min: 0n, max: 10n ** 9n });
    const creditOf = fc.record({ lineId: fc.constantFrom('0', '1', null), net });
    const sold = fc.record({
      net: fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }),
      productId: fc.constantFrom('p', null),
    });
    fc.assert(
      fc.property(
        fc.array(sold, { maxLength: 5 }),
        fc.array(creditOf, { maxLength: 4 }),
        (lines, credits) => {
          const left = leftOfLines(
            lines.map((each, i) => ({ id: String(i), ...each })),
            credits,
          );
          for (const [i, each] of left.entries()) {
            const line = lines[i] as (typeof lines)[number];
            const isBack = line.net < 0n && line.productId !== null;
            expect(isBack ? each < 0n : each >= 0n).toBe(true);
            expect(each).toBeLessThanOrEqual(line.net > 0n ? line.net : 0n);
          }
          if (!credits.every(({ lineId }) => lineId === null)) return;
          const sumWhere = (holds: (line: (typeof lines)[number]) => boolean) =>
            sumOf(lines.filter(holds).map((each) => each.net));
          const back = sumWhere((each) => each.net < 0n && each.productId !== null);
          const off =
            sumOf(credits.map((credit) => credit.net)) -
            sumWhere((each) => each.net < 0n && each.productId === null);
          const all = sumWhere((each) => each.net > 0n);
          expect(sumOf(left)).toBe(back + (off > all ? 0n : all - off));
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
