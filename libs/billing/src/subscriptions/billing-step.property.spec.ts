import { addDays, daysBetween, toEpochDay, type LocalDate } from '@quittance/calendar';
import { fromEpochDay } from '@quittance/calendar/host';
import { subscriptionGrid } from '@quittance/sales';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { subscribed } from '../testing/a-subscription.js';
import { gapFrom, nextBillingStep, schedulePosition } from './billing-step.js';
import type { BillingStep, SubscribedTerms } from './billing-step.js';
import { goneOnFrom, stoppedFrom, unbilledFrom } from './subscribed-position.js';

const FIRST = toEpochDay('2023-12-20' as LocalDate);
const DAYS = 500;

interface Life {
  readonly terms: SubscribedTerms;
  /** Days on which it is stopped and goes on, in turn. */
  readonly turns: readonly LocalDate[];
}

const lives: fc.Arbitrary<Life> = fc
  .record({
    frequency: fc.constantFrom('weekly', 'monthly', 'quarterly', 'annually'),
    timing: fc.constantFrom('advance', 'arrears'),
    stub: fc.constantFrom('prorated', 'free', 'full'),
    start: fc.integer({ min: FIRST, max: FIRST + 400 }),
    wait: fc.integer({ min: 0, max: 6 }),
    length: fc.option(fc.integer({ min: 0, max: DAYS })),
    turns: fc.array(fc.integer({ min: 1, max: DAYS }), { maxLength: 4 }),
    charged: fc.boolean(),
    graceDays: fc.integer({ min: 0, max: 15 }),
  })
  .map(({ frequency, start, wait, length, turns, ...rest }) => {
    const billedFrom = fromEpochDay(start);
    const anchor = addDays(billedFrom, wait);
    const anchorDay = Number(anchor.slice(8));
    return {
      terms: subscribed({
        ...rest,
        billedFrom,
        grid: { frequency, anchor, anchorDay } as SubscribedTerms['grid'],
        end: length === null ? null : addDays(billedFrom, length),
      }),
      turns: [...new Set(turns)].sort((a, b) => a - b).map((day) => addDays(billedFrom, day)),
    };
  });

/** How it stands still and goes on. */
interface Turning {
  /** What is left of a period is given back. */
  readonly credited?: boolean;
  /** Other periods begin where it goes on. */
  readonly anew?: boolean;
}

interface Walk {
  /** As they are in the end. */
  readonly terms: SubscribedTerms;
  readonly steps: readonly BillingStep[];
  /** Days of which nothing was to be billed. */
  readonly gaps: readonly { readonly from: LocalDate; readonly until: LocalDate }[];
}

/** Every day: who stops or goes on does, then what is due is billed. */
function walk(life: Life, { credited = false, anew = false }: Turning = {}): Walk {
  const { turns } = life;
  let { terms } = life;
  let position = unbilledFrom(terms.billedFrom);
  let stopped: LocalDate | null = null;
  const steps: BillingStep[] = [];
  const gaps: { from: LocalDate; until: LocalDate }[] = [];
  for (let n = 0; n < DAYS; n += 1) {
    const today = addDays(terms.billedFrom, n);
    if (turns.includes(today) && (terms.end === null || today < terms.end)) {
      if (stopped === null) {
        const { coveredUntil } = position;
        if (credited && coveredUntil > today) position = { ...position, coveredUntil: today };
        stopped = credited ? today : gapFrom(today, position);
        position = stoppedFrom(position, stopped);
      } else {
        if (today > stopped) gaps.push({ from: stopped, until: today });
        position = goneOnFrom(position, today);
        stopped = null;
        if (anew) terms = { ...terms, grid: begunAnew(terms.grid, today) };
      }
    }
    if (stopped !== null && terms.end === today) {
      if (today > stopped) gaps.push({ from: stopped, until: today });
      position = goneOnFrom(position, today);
      stopped = null;
    }
    for (
      let step = nextBillingStep(terms, position);
      step !== null && step.dueOn <= today;
      step = nextBillingStep(terms, position)
    ) {
      steps.push(step);
      position = step.after;
    }
  }
  return { terms, steps, gaps };
}

/** Periods of its frequency from a day on, behind those that it had. */
function begunAnew(grid: SubscribedTerms['grid'], day: LocalDate): SubscribedTerms['grid'] {
  const { frequency } = grid;
  return {
    frequency,
    anchor: day,
    anchorDay: Number(day.slice(8)),
    before: { ...grid, until: day },
  };
}

const daysOf = (from: LocalDate, until: LocalDate) =>
  Array.from({ length: Math.max(0, daysBetween(from, until)) }, (_, i) => addDays(from, i));

describe('whatever stops it and lets it go on', () => {
  it('each day is billed once, or lies in a gap', () => {
    fc.assert(
      fc.property(lives, fc.boolean(), (life, anew) => {
        const { steps, gaps } = walk(life, { anew });
        const billed = steps.flatMap(({ flat }) => flat.flatMap((p) => daysOf(p.start, p.until)));
        const idle = gaps.flatMap(({ from, until }) => daysOf(from, until));
        const all = [...billed, ...idle].sort();
        expect(new Set(all).size).toBe(all.length);
        const last = billed.at(-1);
        if (last === undefined) return;
        const { billedFrom } = life.terms;
        // Gaps behind the last day that is billed are still open.
        const through = all.filter((day) => day <= last);
        expect(through).toEqual(daysOf(billedFrom, addDays(last, 1)));
        expect(life.terms.end === null || last < life.terms.end).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });

  it('each day of usage is billed once, behind it and not before', () => {
    fc.assert(
      fc.property(lives, fc.boolean(), (life, anew) => {
        const used = walk(life, { anew }).steps.flatMap((step) =>
          step.usage.flatMap(({ start, until }) => {
            expect(until <= step.dueOn).toBe(true);
            return daysOf(start, until);
          }),
        );
        expect(used).toEqual(
          daysOf(
            used[0] ?? life.terms.billedFrom,
            addDays(used.at(-1) ?? life.terms.billedFrom, used.length > 0 ? 1 : 0),
          ),
        );
        expect(life.terms.charged || used.length === 0).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });

  it('usage of a period is rated at once, as far as it was served', () => {
    fc.assert(
      fc.property(lives, fc.boolean(), fc.boolean(), (life, credited, anew) => {
        const { terms, steps } = walk(life, { credited, anew });
        const { grid, billedFrom, end } = terms;
        for (const { usage } of steps) {
          for (const { start, until } of usage) {
            const whole = subscriptionGrid.periodOn(grid, billedFrom, start);
            expect(start).toBe(whole.start);
            expect(until).toBe(end !== null && end < whole.until ? end : whole.until);
          }
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('days on which it stood still are known until usage of theirs is billed', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const { steps, gaps } = walk(life, { credited: true });
        for (const { usage, before } of steps) {
          for (const { start, until } of usage) {
            const idle = gaps.flatMap((gap) => daysOf(gap.from, gap.until));
            const within = idle.filter((day) => day >= start && day < until);
            const known = before.gaps.flatMap((gap) => daysOf(gap.from, gap.until ?? until));
            expect(known).toEqual(expect.arrayContaining(within));
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('a period is a part of one of the grid, and no longer', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const { grid, stub, billedFrom } = life.terms;
        for (const { flat } of walk(life).steps) {
          for (const period of flat) {
            expect(subscriptionGrid.days(period) <= period.fullDays).toBe(true);
            const isStub = period.start < grid.anchor;
            const isFull = stub === 'full' && isStub;
            const whole = subscriptionGrid.periodOn(grid, period.start, period.start);
            const days = isFull ? daysBetween(billedFrom, grid.anchor) : whole.fullDays;
            expect(period).toMatchObject({ fullDays: days, free: stub === 'free' && isStub });
            expect(period.until <= whole.until).toBe(true);
          }
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('its schedule says when what comes next is due', () => {
    fc.assert(
      fc.property(lives, (life) => {
        for (const { before, dueOn } of walk({ ...life, turns: [] }).steps) {
          const position = schedulePosition(life.terms, before, 0);
          expect(position).toMatchObject({ status: 'active', nextBillingDate: dueOn });
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
