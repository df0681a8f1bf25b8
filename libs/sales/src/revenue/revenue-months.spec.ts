import { addMonths, parseLocalDate as day } from '@quittance/calendar';
import { divideRounded } from '@quittance/money';
import { monthsOf } from './months.js';
import { inBaseCurrency, revenueLine, revenueMonths, type MovedMonth } from './revenue-months.js';

const JANUARY = day('2026-01-01');
const months = monthsOf(JANUARY, day('2026-03-15'));

const moved = (month: number, more: Partial<MovedMonth>): MovedMonth => ({
  currency: 'USD',
  month: addMonths(JANUARY, month),
  delta: 0n,
  new: 0n,
  expansion: 0n,
  reactivation: 0n,
  contraction: 0n,
  churn: 0n,
  transferred: 0n,
  withinMonth: 0,
  ...more,
});

const OPENING = moved(-1, { delta: 100_000n });
const GROWN = moved(1, { delta: 20_000n, expansion: 20_000n });

describe('the months of a report', () => {
  it('begin as the month before has ended, also those in which nothing moved', () => {
    const told = revenueMonths([OPENING, GROWN], months).map(({ start, end }) => [start, end]);
    expect(told).toEqual([
      [100_000n, 100_000n],
      [100_000n, 120_000n],
      [120_000n, 120_000n],
    ]);
  });

  it('are told for each currency by itself', () => {
    const other = { ...moved(2, { delta: 500n, new: 500n }), currency: 'EUR' };
    const told = revenueMonths([OPENING, other], months);
    expect(told.map(({ currency, end }) => [currency, end])).toEqual([
      ['EUR', 0n],
      ['EUR', 0n],
      ['EUR', 500n],
      ['USD', 100_000n],
      ['USD', 100_000n],
      ['USD', 100_000n],
    ]);
  });

  it('example 56: leave to exchange rates what they did', () => {
    const rates = new Map([
      ['2025-12-01', 110n],
      ['2026-01-01', 110n],
      ['2026-02-01', 108n],
      ['2026-03-01', 108n],
    ]);
    const at = (month: string, minor: bigint) =>
      divideRounded(minor * (rates.get(month) ?? 0n), 100n);
    const [, february] = inBaseCurrency(revenueMonths([OPENING, GROWN], months), 'EUR', {
      before: (month, minor) => at(addMonths(month, -1), minor),
      now: at,
    });
    expect(february && revenueLine(february)).toMatchObject({
      currency: 'EUR',
      start: '1100.00',
      expansion: '216.00',
      fx: '-20.00',
      end: '1296.00',
    });
  });
});
