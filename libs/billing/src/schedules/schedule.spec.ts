import { aSchedule, day } from '../testing/a-schedule.js';
import { activate, cancel, pause, SCHEDULE_STATUSES, type ScheduleStatus } from './schedule.js';

const today = day('2026-03-15');

/** The statuses from which an operation is allowed; every other one is refused by its code. */
function allowed(operation: (status: ScheduleStatus) => unknown): ScheduleStatus[] {
  return SCHEDULE_STATUSES.filter((status) => {
    try {
      operation(status);
      return true;
    } catch (error) {
      if ((error as { code?: string }).code !== 'schedule_status_conflict') throw error;
      return false;
    }
  });
}

describe('the states of a schedule', () => {
  test('a draft and a paused schedule can be activated', () => {
    const at = (status: ScheduleStatus) => activate(aSchedule({ status }), 1, today, false);
    expect(allowed(at)).toEqual(['draft', 'paused']);
  });

  test('an active schedule can be paused', () => {
    expect(allowed((status) => pause(aSchedule({ status })))).toEqual(['active']);
  });

  test('anything that still bills or may bill can be cancelled', () => {
    expect(allowed((status) => cancel(aSchedule({ status })))).toEqual([
      'draft',
      'active',
      'paused',
    ]);
  });

  test('a draft starts with its first period, even one that is past', () => {
    const active = activate(aSchedule({ status: 'draft' }), 1, today, false);
    expect(active).toEqual({ status: 'active', nextPeriod: 0, nextBillingDate: '2026-01-31' });
  });

  test('a paused schedule goes on with the next date of its grid on or after today', () => {
    const paused = aSchedule({ status: 'paused', nextPeriod: 1 });
    expect(activate(paused, 1, today, false).nextBillingDate).toBe('2026-03-31');
    expect(activate(paused, 1, day('2026-03-31'), false).nextBillingDate).toBe('2026-03-31');
    expect(activate(paused, 1, day('2026-04-01'), false).nextBillingDate).toBe('2026-04-30');
  });

  test('one with a stub goes on with the dates of its anchor', () => {
    const grid = { startDate: day('2026-01-20'), anchorDate: day('2026-02-01') };
    const paused = aSchedule({ status: 'paused', nextPeriod: 1, ...grid });
    const goesOn = (on: string) => activate(paused, 1, day(on), false);
    expect(goesOn('2026-01-20')).toMatchObject({ nextPeriod: 1, nextBillingDate: '2026-02-01' });
    expect(goesOn('2026-02-02')).toMatchObject({ nextPeriod: 2, nextBillingDate: '2026-03-01' });
    const first = aSchedule({ status: 'paused', ...grid });
    expect(activate(first, 1, day('2026-01-21'), false).nextBillingDate).toBe('2026-02-01');
  });

  test('backfill keeps the old date of a paused schedule', () => {
    const paused = aSchedule({ status: 'paused', nextPeriod: 1 });
    expect(activate(paused, 1, today, true)).toEqual({
      status: 'active',
      nextPeriod: 1,
      nextBillingDate: '2026-02-28',
    });
  });

  test('activation never goes back behind a period that was billed ahead', () => {
    const paused = aSchedule({ status: 'paused', nextPeriod: 5 });
    expect(activate(paused, 1, today, false).nextPeriod).toBe(5);
  });

  test('a one-time schedule keeps its only date when it goes on', () => {
    const paused = aSchedule({ status: 'paused', frequency: 'one_time' });
    expect(activate(paused, 1, today, false).nextBillingDate).toBe('2026-01-31');
  });

  test.each(SCHEDULE_STATUSES.filter((status) => status !== 'active' && status !== 'cancelled'))(
    'a %s one-time schedule that was billed is never activated again',
    (status) => {
      const billed = aSchedule({ frequency: 'one_time', status, billedThrough: day('2026-01-31') });
      expect(() => activate(billed, 1, today, true)).toThrow(
        expect.objectContaining({ code: 'schedule_already_billed', status: 409 }),
      );
    },
  );

  test('a schedule without lines is not activated', () => {
    expect(() => activate(aSchedule({ status: 'draft' }), 0, today, false)).toThrow(
      expect.objectContaining({ code: 'schedule_has_no_lines' }),
    );
  });

  test('a schedule whose end passed while it was paused is only activated with backfill', () => {
    const ended = aSchedule({ status: 'paused', nextPeriod: 1, endDate: day('2026-03-01') });
    expect(() => activate(ended, 1, today, false)).toThrow(
      expect.objectContaining({ code: 'schedule_ended' }),
    );
    expect(activate(ended, 1, today, true).nextBillingDate).toBe('2026-02-28');
  });

  test('a schedule is activated for a period starting on its end date, not the day after', () => {
    const endingOn = (text: string) => aSchedule({ status: 'draft', endDate: day(text) });
    expect(activate(endingOn('2026-01-31'), 1, today, false).nextBillingDate).toBe('2026-01-31');
    expect(() => activate(endingOn('2026-01-30'), 1, today, false)).toThrow(
      expect.objectContaining({ code: 'schedule_ended' }),
    );
  });
});
