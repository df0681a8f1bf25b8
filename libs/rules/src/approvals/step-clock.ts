import { addDays, dateAt, startOfDay } from '@quittance/calendar';
import { addSeconds, type Instant } from '@quittance/kernel';
import type { ApprovalStep } from '../rules/rule.js';

const HOUR = 3_600;

/** Until when a step is to be decided, and when the clock first has something to do about it. */
export interface StepClock {
  readonly dueAt: Instant | null;
  readonly nextAt: Instant | null;
}

/** Of what has no time to be decided in. */
export const UNTIMED: StepClock = { dueAt: null, nextAt: null };

/**
 * Days are days of the calendar where the company is, however long they are: the one on which the
 * step begins is not counted, the last is over when it ends. Of a reminder whose time is over when
 * the step begins nothing is heard.
 */
export function stepClock(
  { within, unit, remindBefore }: ApprovalStep,
  now: Instant,
  timeZone: string,
): StepClock {
  if (within === undefined) return UNTIMED;
  const after = (units: number) =>
    unit === 'hours'
      ? addSeconds(now, units * HOUR)
      : startOfDay(addDays(dateAt(now, timeZone), units + 1), timeZone);
  const dueAt = after(within);
  const remindAt = remindBefore === undefined ? dueAt : after(within - remindBefore);
  return { dueAt, nextAt: remindAt > now ? remindAt : dueAt };
}
