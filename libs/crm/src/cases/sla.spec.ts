import { parseInstant, type Instant } from '@quittance/kernel';
import fc from 'fast-check';
import {
  afterBusinessMinutes,
  businessMinutesBetween,
  type BusinessHours,
  type OpenHours,
} from './business-hours.js';
import { dueTimes, marked, resumed, slaClock, type SlaTimes } from './sla.js';

const at = (text: string): Instant => parseInstant(text);
const WEEKDAYS = [1, 2, 3, 4, 5];
const OFFICE: BusinessHours = {
  timeZone: 'Europe/Berlin',
  open: WEEKDAYS.map((day) => ({ day, from: '09:00', to: '17:00' })),
};

describe('service hours', () => {
  it('always pass where none are set', () => {
    expect(afterBusinessMinutes(at('2026-03-07T23:30:00Z'), 60, null)).toBe(
      '2026-03-08T00:30:00.000Z',
    );
  });

  test.each([
    // Friday 16:30 in Berlin: half an hour today, half an hour on Monday.
    ['2026-03-06T15:30:00Z', 60, '2026-03-09T08:30:00.000Z'],
    // Saturday: begins on Monday.
    ['2026-03-07T12:00:00Z', 1, '2026-03-09T08:01:00.000Z'],
    // A week of work from Monday morning ends on Friday evening, not on the Monday after.
    ['2026-03-09T08:00:00Z', 5 * 8 * 60, '2026-03-13T16:00:00.000Z'],
    // Over the change to summer time: 09:00 is an hour earlier in Greenwich.
    ['2026-03-27T15:30:00Z', 60, '2026-03-30T07:30:00.000Z'],
    ['2026-03-06T15:30:00Z', 0, '2026-03-06T15:30:00.000Z'],
  ])('from %s, %i minutes later it is %s', (from, minutes, to) => {
    expect(afterBusinessMinutes(at(from), minutes, OFFICE)).toBe(to);
  });

  it('count what they add, whatever the hours', () => {
    const stretch = fc
      .tuple(
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 22 }),
        fc.integer({ min: 1, max: 23 }),
      )
      .map(([day, from, length]): OpenHours => {
        const hour = (h: number) => `${String(h).padStart(2, '0')}:00`;
        return { day, from: hour(from), to: hour(Math.min(24, from + length)) };
      });
    const week = fc.uniqueArray(stretch, { minLength: 1, selector: ({ day }) => day });
    const start = fc.integer({ min: 0, max: 600_000 }).map((minutes) => {
      const from = at('2026-01-01T00:00:00Z');
      return afterBusinessMinutes(from, minutes, null);
    });
    fc.assert(
      fc.property(week, start, fc.integer({ min: 1, max: 50_000 }), (open, from, minutes) => {
        const hours = { timeZone: 'UTC', open };
        const to = afterBusinessMinutes(from, minutes, hours);
        expect(to > from).toBe(true);
        expect(businessMinutesBetween(from, to, hours)).toBe(minutes);
        expect(afterBusinessMinutes(from, minutes + 1, hours) > to).toBe(true);
      }),
    );
  });
});

const POLICY = {
  targets: [
    { priority: 'high', firstResponseMinutes: 60, resolutionMinutes: 240 },
    { priority: null, firstResponseMinutes: 120, resolutionMinutes: null },
  ],
  hours: null,
};
const START = at('2026-03-02T09:00:00Z');
const OPEN: SlaTimes = {
  ...dueTimes(POLICY, 'high', START),
  firstRespondedAt: null,
  resolvedAt: null,
  waitingSince: null,
  firstResponseBreached: false,
  resolutionBreached: false,
};

describe('due times', () => {
  it('come from the priority, else from the target of all others', () => {
    expect(dueTimes(POLICY, 'high', START)).toEqual({
      firstResponseDueAt: '2026-03-02T10:00:00.000Z',
      resolutionDueAt: '2026-03-02T13:00:00.000Z',
    });
    expect(dueTimes(POLICY, 'strange', START)).toEqual({
      firstResponseDueAt: '2026-03-02T11:00:00.000Z',
      resolutionDueAt: null,
    });
    expect(dueTimes({ targets: [], hours: null }, null, START)).toEqual({
      firstResponseDueAt: null,
      resolutionDueAt: null,
    });
  });

  it('move by the time spent waiting', () => {
    const waiting = { ...OPEN, waitingSince: at('2026-03-02T09:30:00Z') };
    expect(resumed(waiting, at('2026-03-03T09:30:00Z'), null)).toMatchObject({
      firstResponseDueAt: '2026-03-03T10:00:00.000Z',
      resolutionDueAt: '2026-03-03T13:00:00.000Z',
      waitingSince: null,
    });
  });

  it('stay where they were answered or missed before the waiting began', () => {
    const answered = { ...OPEN, firstRespondedAt: START, waitingSince: at('2026-03-02T09:30:00Z') };
    expect(resumed(answered, at('2026-03-03T09:30:00Z'), null).firstResponseDueAt).toBe(
      OPEN.firstResponseDueAt,
    );
    const late = { ...OPEN, waitingSince: at('2026-03-02T10:30:00Z') };
    expect(resumed(late, at('2026-03-03T10:30:00Z'), null)).toMatchObject({
      firstResponseDueAt: OPEN.firstResponseDueAt,
      resolutionDueAt: '2026-03-03T13:00:00.000Z',
    });
  });
});

describe('a missed time', () => {
  it('is one after the due time, not at it', () => {
    expect(marked(OPEN, at('2026-03-02T10:00:00Z')).firstResponseBreached).toBe(false);
    expect(marked(OPEN, at('2026-03-02T10:00:00.001Z'))).toMatchObject({
      firstResponseBreached: true,
      resolutionBreached: false,
    });
  });

  it('does not come while the clocks stand, and does not go', () => {
    const waiting = { ...OPEN, waitingSince: at('2026-03-02T09:30:00Z') };
    expect(marked(waiting, at('2026-03-09T00:00:00Z')).firstResponseBreached).toBe(false);
    const missed = { ...OPEN, firstResponseBreached: true, firstRespondedAt: START };
    expect(marked(missed, START).firstResponseBreached).toBe(true);
  });

  test.each([
    [null, null, null, 'none', null],
    ['2026-03-02T10:00:00Z', null, null, 'running', 30],
    ['2026-03-02T10:00:00Z', null, '2026-03-02T09:15:00Z', 'paused', 45],
    ['2026-03-02T10:00:00Z', '2026-03-02T09:10:00Z', null, 'met', 50],
    ['2026-03-02T09:20:00Z', null, null, 'breached', -10],
    ['2026-03-02T09:00:00Z', '2026-03-02T09:10:00Z', null, 'breached', -10],
  ])('due %s, done %s, waiting %s: %s with %s minutes left', (due, done, since, state, left) => {
    const read = (text: string | null) => (text === null ? null : at(text));
    const clock = slaClock(read(due), read(done), read(since), at('2026-03-02T09:30:00Z'), null);
    expect([clock.state, clock.minutesLeft]).toEqual([state, left]);
  });
});
