import { divideRounded } from '@quittance/money';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { cohortsOf } from './cohorts.js';
import { convertedMonth, endOfMonthMrr, monthOf, type AccountMonth } from './movements.js';

/** What accounts bring at the ends of months, often nothing. */
const histories = fc.array(
  fc.array(fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 1_000_000n })), {
    minLength: 7,
    maxLength: 7,
  }),
  { maxLength: 12 },
);

function accountsIn(all: readonly (readonly bigint[])[], month: number): AccountMonth[] {
  return all.map((months) => ({
    start: months[month - 1] ?? 0n,
    end: months[month] ?? 0n,
    everBefore: months.slice(0, month).some((mrr) => mrr > 0n),
  }));
}

describe('over any months', () => {
  it('movements lead from the end of one month to that of the next', () => {
    fc.assert(
      fc.property(histories, (all) => {
        let end = 0n;
        for (let month = 0; month < 7; month += 1) {
          const moved = monthOf(accountsIn(all, month));
          expect(moved.start).toBe(end);
          expect(endOfMonthMrr(moved)).toBe(moved.end);
          end = moved.end;
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('who is new is new once', () => {
    fc.assert(
      fc.property(histories, (all) => {
        const months = Array.from({ length: 7 }, (_, month) => monthOf(accountsIn(all, month)));
        const firsts = all.map((history) => history.find((mrr) => mrr > 0n) ?? 0n);
        const total = months.reduce((sum, month) => sum + month.new, 0n);
        expect(total).toBe(firsts.reduce((sum, mrr) => sum + mrr, 0n));
      }),
      { numRuns: runs(200) },
    );
  });

  it('movements in base currency add up with what exchange rates did', () => {
    const rates = fc.bigInt({ min: 1n, max: 500n });
    fc.assert(
      fc.property(histories, rates, rates, (all, before, now) => {
        const at = (rate: bigint) => (minor: bigint) => divideRounded(minor * rate, 100n);
        const moved = convertedMonth(monthOf(accountsIn(all, 3)), {
          before: at(before),
          now: at(now),
        });
        expect(endOfMonthMrr(moved) + moved.fx).toBe(moved.end);
      }),
      { numRuns: runs(200) },
    );
  });

  it('cohorts hold each account in each month once', () => {
    fc.assert(
      fc.property(histories, (all) => {
        const cohorts = cohortsOf(all.map((months) => ({ months })));
        for (let month = 0; month < 7; month += 1) {
          const now = cohorts.filter((one) => one.cohort + one.monthsLater === month);
          const revenue = now.reduce((sum, one) => sum + one.revenue, 0n);
          expect(revenue).toBe(all.reduce((sum, months) => sum + (months[month] ?? 0n), 0n));
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
