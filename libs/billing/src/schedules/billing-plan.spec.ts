import type { Instant, InvoiceId } from '@quittance/kernel';
import { aSchedule, aScheduleLine, day } from '../testing/a-schedule.js';
import { MOST_PERIODS, planBilling, planForecast, type PlanBounds } from './billing-plan.js';
import type { ScheduleLine } from './schedule-line.description.js';
import type { ScheduleTerms } from './schedule.js';

const NOW = '2026-02-10T08:00:00.000Z' as Instant;

function upTo(asOf: string, patch: Partial<PlanBounds> = {}): PlanBounds {
  return { asOf: day(asOf), catchUp: false, alreadyInRun: 0, atMost: 1000, ...patch };
}

const catchUp = (asOf: string, patch: Partial<PlanBounds> = {}) =>
  upTo(asOf, { catchUp: true, ...patch });

const starts = (schedule: ScheduleTerms, lines: readonly ScheduleLine[], bounds: PlanBounds) =>
  planBilling(schedule, lines, bounds).periods.map(({ start }) => start);

describe('the periods a run bills', () => {
  const lines = [aScheduleLine()];

  test('nothing before the next billing date, one period on it', () => {
    expect(starts(aSchedule(), lines, upTo('2026-01-30'))).toEqual([]);
    expect(starts(aSchedule(), lines, upTo('2026-01-31'))).toEqual(['2026-01-31']);
  });

  test('one period per run however many are due, and the grid goes on from the start', () => {
    const plan = planBilling(aSchedule({ nextPeriod: 1 }), lines, upTo('2026-06-15'));
    expect(plan.periods).toMatchObject([
      { index: 1, start: '2026-02-28', end: '2026-03-30', dueDate: '2026-03-30' },
    ]);
    expect(plan.next).toEqual({ status: 'active', nextPeriod: 2, nextBillingDate: '2026-03-31' });
    expect(plan.failure).toBeNull();
  });

  test('every due period when it catches up', () => {
    const plan = planBilling(aSchedule(), lines, catchUp('2026-04-30'));
    expect(plan.periods.map(({ start }) => start)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
    expect(plan.failure).toBeNull();
  });

  test('a period that starts on the end date is billed and completes the schedule', () => {
    const schedule = aSchedule({ endDate: day('2026-03-31') });
    const plan = planBilling(schedule, lines, catchUp('2027-01-01'));
    expect(plan.periods.at(-1)?.start).toBe('2026-03-31');
    expect(plan.next.status).toBe('completed');
  });

  test('a period that would start the day after the end date is not billed', () => {
    const schedule = aSchedule({ endDate: day('2026-03-30') });
    const plan = planBilling(schedule, lines, catchUp('2027-01-01'));
    expect(plan.periods.map(({ start }) => start)).toEqual(['2026-01-31', '2026-02-28']);
    expect(plan.next.status).toBe('completed');
  });

  test('a schedule moved behind its end date completes without an invoice', () => {
    const schedule = aSchedule({ nextPeriod: 9, endDate: day('2026-03-31') });
    const plan = planBilling(schedule, lines, catchUp('2027-01-01'));
    expect(plan.periods).toEqual([]);
    expect(plan.next.status).toBe('completed');
  });

  test('a one-time schedule completes at once', () => {
    const plan = planBilling(aSchedule({ frequency: 'one_time' }), lines, catchUp('2027-01-01'));
    expect(plan.periods).toMatchObject([{ start: '2026-01-31', end: '2026-01-31' }]);
    expect(plan.next).toEqual({
      status: 'completed',
      nextPeriod: 1,
      nextBillingDate: '2026-01-31',
    });
  });

  test('a one-time schedule whose status was reset by hand is refused', () => {
    const reset = aSchedule({ frequency: 'one_time', billedThrough: day('2026-01-31') });
    const plan = planBilling(reset, lines, upTo('2026-02-01'));
    expect(plan.periods).toEqual([]);
    expect(plan.failure?.code).toBe('schedule_already_billed');
  });

  test('a schedule moved back by hand is refused at the period it has billed', () => {
    const reset = aSchedule({ nextPeriod: 1, billedThrough: day('2026-03-31') });
    expect(planBilling(reset, lines, catchUp('2026-06-01'))).toMatchObject({
      periods: [],
      failure: { code: 'schedule_already_billed' },
    });
  });

  test('sixty due periods are billed, beyond that the schedule is listed as failed', () => {
    const weekly = aSchedule({ frequency: 'weekly' });
    expect(planBilling(weekly, lines, catchUp('2027-03-20'))).toMatchObject({
      periods: { length: MOST_PERIODS },
      failure: null,
    });
    expect(planBilling(weekly, lines, catchUp('2027-03-27'))).toMatchObject({
      periods: { length: MOST_PERIODS },
      failure: { code: 'too_many_periods' },
    });
  });

  test('the bound counts what the run has billed of the schedule before', () => {
    const plan = planBilling(
      aSchedule({ frequency: 'weekly', nextPeriod: 58 }),
      lines,
      catchUp('2030-01-01', { alreadyInRun: 58 }),
    );
    expect(plan.periods).toHaveLength(2);
    expect(plan.failure?.code).toBe('too_many_periods');
  });

  test('what does not fit into the transaction stays due', () => {
    const plan = planBilling(aSchedule(), lines, catchUp('2026-12-31', { atMost: 2 }));
    expect(plan.periods).toHaveLength(2);
    expect(plan).toMatchObject({ next: { nextPeriod: 2 }, failure: null });
  });
});

describe('the lines a period bills', () => {
  const billed = (schedule: ScheduleTerms, lines: readonly ScheduleLine[], asOf = '2026-04-30') =>
    planBilling(schedule, lines, catchUp(asOf)).periods.map((period) =>
      period.lines.map(({ description }) => description),
    );

  test('a date line without a date bills every period', () => {
    expect(billed(aSchedule(), [aScheduleLine()])).toEqual([
      ['Seat'],
      ['Seat'],
      ['Seat'],
      ['Seat'],
    ]);
  });

  test.each([
    ['2026-01-31', 0],
    ['2026-02-27', 0],
    ['2026-02-28', 1],
    ['2026-03-30', 1],
    ['2026-03-31', 2],
  ])('a date line with the date %s bills the period that contains it', (date, index) => {
    const once = aScheduleLine({ triggerDate: day(date) });
    const periods = billed(aSchedule(), [once]);
    expect(periods.map((lines) => lines.length)).toEqual([0, 1, 2, 3].map((k) => +(k === index)));
  });

  test('a percentage line bills every period', () => {
    const share = aScheduleLine({ trigger: 'percentage', percent: '25', description: 'Share' });
    expect(billed(aSchedule(), [share])).toEqual([['Share'], ['Share'], ['Share'], ['Share']]);
  });

  test.each([
    ['milestone', { reachedAt: NOW }],
    ['manual', { releasedAt: NOW }],
  ] as const)('a %s line waits, then bills once', (trigger, ready) => {
    const waiting = aScheduleLine({ trigger, milestone: 'Go-live' });
    expect(billed(aSchedule(), [waiting]).flat()).toEqual([]);
    expect(billed(aSchedule(), [{ ...waiting, ...ready }])).toEqual([['Seat'], [], [], []]);
    const done = { ...waiting, ...ready, billedInvoiceId: 'x' as InvoiceId };
    expect(billed(aSchedule(), [done]).flat()).toEqual([]);
  });

  test('a one-time schedule is due when all its lines are ready, and then bills them all', () => {
    const lines = [
      aScheduleLine({ triggerDate: day('2026-03-10'), description: 'Dated' }),
      aScheduleLine({ trigger: 'milestone', milestone: 'Go-live', description: 'Milestone' }),
    ];
    const schedule = aSchedule({ frequency: 'one_time' });
    expect(billed(schedule, lines)).toEqual([]);
    const reached = lines.map((line) => ({ ...line, reachedAt: NOW }));
    expect(billed(schedule, reached, '2026-03-09')).toEqual([]);
    expect(billed(schedule, reached, '2026-03-10')).toEqual([['Dated', 'Milestone']]);
  });
});

describe('the forecast', () => {
  test('lists the next periods of a draft, an active and a paused schedule', () => {
    for (const status of ['draft', 'active', 'paused'] as const) {
      const periods = planForecast(aSchedule({ status, nextPeriod: 2 }), [aScheduleLine()], 3);
      expect(periods.map(({ start }) => start)).toEqual(['2026-03-31', '2026-04-30', '2026-05-31']);
    }
  });

  test('ends with the schedule', () => {
    const ending = aSchedule({ endDate: day('2026-03-31') });
    expect(planForecast(ending, [], 12)).toHaveLength(3);
    expect(planForecast(aSchedule({ frequency: 'one_time' }), [], 12)).toHaveLength(1);
    expect(planForecast(aSchedule({ status: 'cancelled' }), [], 12)).toEqual([]);
    expect(planForecast(aSchedule({ status: 'completed' }), [], 12)).toEqual([]);
  });
});
