import { addDays, daysBetween, toEpochDay, type LocalDate } from '@quittance/calendar';
import { fromEpochDay } from '@quittance/calendar/host';
import { sumOf } from '@quittance/money';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import {
  gridFrom,
  periodOn,
  periodsBefore,
  RECURRING_FREQUENCIES,
  type Period,
  type RecurringFrequency,
} from './grid.js';
import { changeInAdvance, priceOf, segmentsOf, type PriceStep } from './proration.js';

const FIRST = toEpochDay('2023-12-20' as LocalDate);

interface Life {
  readonly frequency: RecurringFrequency;
  readonly start: LocalDate;
  readonly end: LocalDate;
  readonly anchorDay: number | null;
  /** Its price from its start, then changes by days after it. */
  readonly prices: readonly { readonly after: number; readonly price: bigint }[];
}

const lives: fc.Arbitrary<Life> = fc
  .record({
    frequency: fc.constantFrom<RecurringFrequency>(...RECURRING_FREQUENCIES),
    start: fc.integer({ min: FIRST, max: FIRST + 900 }),
    length: fc.integer({ min: 1, max: 800 }),
    anchorDay: fc.option(fc.integer({ min: 1, max: 31 })),
    first: fc.bigInt({ min: 0n, max: 500_000n }),
    changes: fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: 800 }),
        price: fc.bigInt({ min: 0n, max: 500_000n }),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ start, length, first, changes, ...life }) => ({
    ...life,
    start: fromEpochDay(start),
    end: fromEpochDay(start + length),
    prices: [{ after: 0, price: first }, ...changes.sort((a, b) => a.after - b.after)],
  }));

function periodsOf({ frequency, start, end, anchorDay }: Life): Period[] {
  const grid = gridFrom(start, frequency, anchorDay === null ? null : { day: anchorDay });
  return [...periodsBefore(grid, { start, end }, end)];
}

function stepsOf({ start, prices }: Life): PriceStep[] {
  return prices.map(({ after, price }) => ({ from: addDays(start, after), price }));
}

/** The price in force on a day, looked up day by day; of changes on one day the last. */
function priceOn({ start, prices }: Life, day: LocalDate): bigint {
  return prices.filter(({ after }) => addDays(start, after) <= day).at(-1)?.price ?? 0n;
}

/** Twice the fullDays of a period times what its days cost exactly, each at its own price. */
function exactly(life: Life, { start, until, fullDays }: Period): { sum: bigint; of: bigint } {
  let sum = 0n;
  for (let day = start; day < until; day = addDays(day, 1)) sum += priceOn(life, day);
  return { sum, of: BigInt(fullDays) };
}

/** Whether an amount is the exact sum but for half a minor unit at each rounding. */
function isWithin(amount: bigint, { sum, of }: { sum: bigint; of: bigint }, roundings: number) {
  const off = 2n * (amount * of - sum);
  return (off < 0n ? -off : off) <= of * BigInt(roundings);
}

/** What is charged for a period in advance: its price at its start, then each change by itself. */
function charged(life: Life, period: Period, ended: LocalDate): { amount: bigint; times: number } {
  const changes = life.prices
    .map(({ after, price }) => ({ on: addDays(life.start, after), price }))
    .filter(({ on }) => on > period.start && on < ended && on < period.until);
  let before = priceOn(life, period.start);
  let [amount, times] = [priceOf(period, before), 1];
  for (const { on, price } of changes) {
    amount += changeInAdvance(period, on, { before, after: price }).net;
    before = price;
    times += 2;
  }
  // What ends within a period that was billed gives the rest back.
  if (ended >= period.until) return { amount, times };
  amount += changeInAdvance(period, ended, { before, after: 0n }).net;
  return { amount, times: times + 1 };
}

describe('over any changes of price', () => {
  it('billed periods tile the life of a subscription', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const periods = periodsOf(life);
        expect(periods[0]?.start).toBe(life.start);
        expect(periods.at(-1)?.until).toBe(life.end);
        periods.slice(1).forEach((period, i) => expect(period.start).toBe(periods[i]?.until));
        for (const { start, until, fullDays } of periods) {
          expect(daysBetween(start, until)).toBeGreaterThan(0);
          expect(daysBetween(start, until)).toBeLessThanOrEqual(fullDays);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('what is charged in advance is what each day costs', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const grid = gridFrom(
          life.start,
          life.frequency,
          life.anchorDay === null ? null : { day: life.anchorDay },
        );
        for (const period of periodsOf(life)) {
          const whole = periodOn(grid, life.start, period.start);
          const { amount, times } = charged(life, whole, life.end);
          expect(isWithin(amount, exactly(life, period), times)).toBe(true);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('what is charged in arrears is what each day costs, and covers each day once', () => {
    fc.assert(
      fc.property(lives, (life) => {
        for (const period of periodsOf(life)) {
          const segments = segmentsOf(period, stepsOf(life));
          const days = segments.map(({ start, until }) => daysBetween(start, until));
          expect(days.reduce((sum, n) => sum + n, 0)).toBe(daysBetween(period.start, period.until));
          const amount = sumOf(segments.map((segment) => segment.amount));
          expect(isWithin(amount, exactly(life, period), segments.length)).toBe(true);
          for (const { start, until, price } of segments) {
            expect([priceOn(life, start), priceOn(life, addDays(until, -1))]).toEqual([
              price,
              price,
            ]);
          }
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
