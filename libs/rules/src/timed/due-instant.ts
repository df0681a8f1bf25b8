import {
  addDays,
  daysBetween,
  parseLocalDate,
  startOfDay,
  type LocalDate,
} from '@quittance/calendar';
import type { Field } from '@quittance/fields';
import { addSeconds, epochMs, type Instant } from '@quittance/kernel';
import type { WorkflowDefinition } from '../rules/rule.js';

const HOUR = 3_600;
const DAY = 86_400;
/**
 * How long a rule that came late still runs: the worker may have stood still, and somebody may set
 * a date when its time is over by a little.
 */
export const GRACE_SECONDS = 2 * DAY;

type Timed = Pick<WorkflowDefinition, 'offset' | 'unit'>;

/** The distance in seconds; days of dates are counted by the calendar of the company instead. */
function secondsOf({ offset, unit }: Timed): number {
  return (offset ?? 0) * (unit === 'hours' ? HOUR : DAY);
}

/**
 * When a rule runs for what a field holds: a date is the beginning of its day where the company is,
 * so that days before and after it are days of its calendar, however long they are.
 * @param at an instant, or the beginning of a date in UTC
 */
export function dueInstant(
  { type }: Pick<Field, 'type'>,
  timed: Timed,
  at: Instant,
  timeZone: string,
): Instant {
  if (type !== 'date') return addSeconds(at, secondsOf(timed));
  if (timed.unit === 'hours') {
    const begins = startOfDay(parseLocalDate(at.slice(0, 10)), timeZone);
    return addSeconds(begins, secondsOf(timed));
  }
  const day = addSeconds(at, secondsOf(timed)).slice(0, 10);
  return startOfDay(parseLocalDate(day), timeZone);
}

/** The span of time for which rules are run. */
export interface DueSpan {
  /** Without it: a rule runs for nothing that was due before. */
  readonly after: Instant;
  /** With it. */
  readonly until: Instant;
}

/** What a field holds of records that are due in a span; null where there is no such day. */
export function fieldRange(
  field: Pick<Field, 'type'>,
  timed: Timed,
  { after, until }: DueSpan,
  timeZone: string,
): DueSpan | null {
  const back = (at: Instant) => addSeconds(at, -secondsOf(timed));
  if (field.type !== 'date') return { after: back(after), until: back(until) };
  const first = addDays(dayOf(back(after)), -SLACK_DAYS);
  const last = addDays(dayOf(back(until)), SLACK_DAYS);
  const days = Array.from({ length: daysBetween(first, last) + 1 }, (_, i) =>
    beginning(addDays(first, i)),
  );
  const due = days.filter((day) => {
    const planned = epochMs(dueInstant(field, timed, day, timeZone));
    return planned > epochMs(after) && planned <= epochMs(until);
  });
  const [earliest, latest] = [due[0], due.at(-1)];
  return earliest && latest ? { after: addSeconds(earliest, -DAY), until: latest } : null;
}

/** Zones and whole days shift a date by no more. */
const SLACK_DAYS = 2;

const dayOf = (at: Instant) => parseLocalDate(at.slice(0, 10));
const beginning = (day: LocalDate) => `${day}T00:00:00.000Z` as Instant;
