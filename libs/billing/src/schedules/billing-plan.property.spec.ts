import {
  addDays,
  daysBetween,
  FREQUENCIES,
  type Frequency,
  type LocalDate,
  periodStart,
  toEpochDay,
} from '@quittance/calendar';
import { fromEpochDay } from '@quittance/calendar/host';
import type { Instant } from '@quittance/kernel';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { aSchedule, aScheduleLine, day } from '../testing/a-schedule.js';
import { planBilling, planForecast, type PlannedPeriod } from './billing-plan.js';
import type { ScheduleLine } from './schedule-line.description.js';
import type { Schedule } from './schedule.js';

const REACHED = '2026-01-01T00:00:00.000Z' as Instant;
const FIRST = toEpochDay(day('2023-12-20'));

const dates = fc.integer({ min: FIRST, max: FIRST + 900 }).map(fromEpochDay);

const lines = fc
  .array(
    fc.record({
      trigger: fc.constantFrom('date', 'milestone', 'percentage', 'manual'),
      triggerDate: fc.option(dates),
      ready: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(({ trigger, triggerDate, ready }) =>
      aScheduleLine({
        trigger,
        triggerDate: trigger === 'date' ? triggerDate : null,
        percent: '12.5',
        reachedAt: ready ? REACHED : null,
        releasedAt: ready ? REACHED : null,
      }),
    ),
  );

const cases = fc.record({
  frequency: fc.constantFrom<Frequency>(...FREQUENCIES),
  startDate: dates,
  length: fc.option(fc.integer({ min: 0, max: 400 })),
  lines,
  days: fc.integer({ min: 0, max: 300 }),
  stub: fc.option(fc.nat()),
});

type Case = Pick<Schedule, 'frequency' | 'startDate'> & { readonly stub: number | null };

/** Any day of the first period, if it has one. */
function anchored({ frequency, startDate, stub }: Case) {
  const days = daysBetween(startDate, periodStart(startDate, frequency, 1));
  const anchorDate = stub === null || days === 0 ? null : addDays(startDate, stub % days);
  return { frequency, startDate, anchorDate };
}

interface Billed {
  readonly schedule: Schedule;
  readonly lines: readonly ScheduleLine[];
  readonly invoices: readonly PlannedPeriod[];
}

/** One run as of a date, with what it stores. */
function run({ schedule, lines, invoices }: Billed, asOf: LocalDate, catchUp: boolean): Billed {
  const plan = planBilling(schedule, lines, { asOf, catchUp, alreadyInRun: 0, atMost: 1000 });
  const made = plan.periods.filter((period) => period.lines.length > 0);
  const once = new Set(
    made
      .flatMap((period) => period.lines)
      .filter(({ trigger }) => trigger === 'milestone' || trigger === 'manual')
      .map(({ id }) => id),
  );
  return {
    schedule: {
      ...schedule,
      ...plan.next,
      billedThrough: made.at(-1)?.start ?? schedule.billedThrough,
    },
    lines: lines.map((line) =>
      once.has(line.id) ? { ...line, billedInvoiceId: 'billed' as never } : line,
    ),
    invoices: [...invoices, ...made],
  };
}

const shape = ({ schedule, invoices }: Billed) => ({
  position: [schedule.status, schedule.nextPeriod, schedule.nextBillingDate],
  invoices: invoices.map(({ start, end, dueDate, lines: billed }) => [
    start,
    end,
    dueDate,
    billed.map(({ id }) => id),
  ]),
});

describe('as of any date', () => {
  test('running day by day makes what one run that catches up makes', () => {
    fc.assert(
      fc.property(cases, ({ length, lines: all, days, ...grid }) => {
        const { startDate } = grid;
        const endDate = length === null ? null : addDays(startDate, length);
        const schedule = aSchedule({ ...anchored(grid), endDate });
        const start: Billed = { schedule, lines: all, invoices: [] };
        let daily = start;
        for (let k = -2; k <= days; k += 1) daily = run(daily, addDays(startDate, k), false);
        expect(shape(daily)).toEqual(shape(run(start, addDays(startDate, days), true)));
      }),
      { numRuns: runs(400) },
    );
  });

  test('the order in which a catch-up is cut into transactions changes nothing', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 5 }), ({ startDate, ...rest }, atMost) => {
        const { frequency, lines: all, days, stub } = rest;
        const whole: Billed = {
          schedule: aSchedule(anchored({ frequency, startDate, stub })),
          lines: all,
          invoices: [],
        };
        const bounds = { asOf: addDays(startDate, days), catchUp: true, alreadyInRun: 0 };
        const { periods } = planBilling(whole.schedule, all, { ...bounds, atMost: 1000 });
        const cut = planBilling(whole.schedule, all, { ...bounds, atMost });
        expect(periods.slice(0, atMost)).toEqual(cut.periods);
      }),
    );
  });
});

describe('the forecast of any schedule', () => {
  test('tiles: every period begins the day after the one before', () => {
    fc.assert(
      fc.property(
        cases,
        fc.integer({ min: 1, max: 60 }),
        ({ frequency, startDate, length, lines: all, stub }, count) => {
          const endDate = length === null ? null : addDays(startDate, length);
          const grid = anchored({ frequency, startDate, stub });
          const schedule = aSchedule({ ...grid, endDate });
          const periods = planForecast(schedule, all, count);
          const expected = [startDate, ...periods.map(({ end }) => addDays(end, 1))];
          expect(periods.map(({ start }) => start)).toEqual(expected.slice(0, -1));
          expect(periods.every(({ start, end }) => daysBetween(start, end) >= 0)).toBe(true);
          expect(periods.every(({ start }) => endDate === null || start <= endDate)).toBe(true);
          const after = expected.at(-1) ?? startDate;
          const ended = frequency === 'one_time' || (endDate !== null && after > endDate);
          expect(periods.length === count || ended).toBe(true);
          // Behind the first all are whole: those of a schedule that starts with its anchor.
          const whole = aSchedule({ ...grid, startDate: grid.anchorDate ?? startDate, endDate });
          const begins = ({ start }: PlannedPeriod) => start;
          const onGrid = periods.filter(({ start }) => start >= whole.startDate).map(begins);
          const own = planForecast({ ...whole, anchorDate: null }, all, count).map(begins);
          expect(own.slice(0, onGrid.length)).toEqual(onGrid);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  test('is what a run that catches up bills', () => {
    fc.assert(
      fc.property(cases, ({ frequency, startDate, lines: all, stub }) => {
        fc.pre(frequency !== 'one_time');
        const schedule = aSchedule(anchored({ frequency, startDate, stub }));
        const forecast = planForecast(schedule, all, 6);
        const asOf = forecast.at(-1)?.start ?? startDate;
        const bounds = { asOf, catchUp: true, alreadyInRun: 0, atMost: 1000 };
        expect(forecast).toEqual(planBilling(schedule, all, bounds).periods);
      }),
    );
  });
});
