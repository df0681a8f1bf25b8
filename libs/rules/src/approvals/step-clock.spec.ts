import type { Instant } from '@quittance/kernel';
import type { ApprovalStep } from '../rules/rule.js';
import { stepClock } from './step-clock.js';

/** Half past ten in the evening in Berlin, the day before its clocks are set back. */
const NOW = '2026-10-24T20:30:00.000Z' as Instant;
const clock = (step: Partial<ApprovalStep>) =>
  stepClock({ approver: 'owner', ...step }, NOW, 'Europe/Berlin');

describe('the time of a step', () => {
  test.each([
    ['has no end unless it is said', {}, null, null],
    [
      'of hours is counted by the clock',
      { within: 3, unit: 'hours' },
      '2026-10-24T23:30:00.000Z',
      '2026-10-24T23:30:00.000Z',
    ],
    [
      'of days ends with the last of them where the company is',
      { within: 1, unit: 'days' },
      '2026-10-25T23:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ],
    [
      'is reminded of so many days ahead',
      { within: 3, unit: 'days', remindBefore: 2 },
      '2026-10-27T23:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ],
  ] as const)('%s', (_, step, dueAt, nextAt) => {
    expect(clock(step)).toEqual({ dueAt, nextAt });
  });
});
