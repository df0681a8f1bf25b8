import { addDays, isLocalDate, timeAt, toEpochDay, type LocalDate } from '@quittance/calendar';
import { parseInstant, type Instant } from '@quittance/kernel';
import type { FormulaValue } from '../formula-value.js';
import { DIVISION_WORK } from '../limits.js';
import { dayOf, isDay } from './calendar.js';
import { numberOf } from './numbers.js';
import {
  DAYS,
  define,
  parameter,
  strict,
  type Evaluation,
  type FormulaOperation,
} from './operation.js';

/** Longest text of a date and time, with room for spaces around it. */
const LONGEST_MOMENT = 100;
const WALL_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/;
const START_OF_DAY = 'T00:00:00.000Z';

/** A number that a day has in the calendar; an instant has its day in the zone of the company. */
function ofDay(
  name: string,
  description: string,
  count: (day: LocalDate) => number,
): FormulaOperation {
  return define({
    name,
    description,
    required: [parameter('date', DAYS)],
    result: 'number',
    run: strict(([at]: readonly string[], evaluation) =>
      evaluation.spend(DIVISION_WORK)
        ? numberOf(count(dayOf(evaluation.input, at as string)))
        : evaluation.empty('too_much_work'),
    ),
  });
}

/** Two digits of a time of day; an instant has its time in the zone of the company. */
function ofTime(name: string, description: string, from: number): FormulaOperation {
  return define({
    name,
    description,
    required: [parameter('time', ['datetime', 'time'])],
    result: 'number',
    run: strict(([at = '']: readonly string[], evaluation) => {
      if (!evaluation.spend(DIVISION_WORK)) return evaluation.empty('too_much_work');
      const { timeZone = 'UTC' } = evaluation.input;
      const time = at.includes('T') ? timeAt(at as Instant, timeZone) : at;
      return numberOf(Number(time.slice(from, from + 2)));
    }),
  });
}

/** Monday is 0. */
function sinceMonday(epochDay: number): number {
  return (((epochDay + 3) % 7) + 7) % 7;
}

function weekday(day: LocalDate): number {
  return ((sinceMonday(toEpochDay(day)) + 1) % 7) + 1;
}

function dayOfYear(day: LocalDate): number {
  return toEpochDay(day) - toEpochDay(`${day.slice(0, 4)}-01-01` as LocalDate) + 1;
}

/** The week belongs to the year that its Thursday is in. */
function isoWeek(day: LocalDate): number {
  return Math.ceil(dayOfYear(addDays(day, 3 - sinceMonday(toEpochDay(day)))) / 7);
}

function momentOf(given: string): Instant | undefined {
  const trimmed = given.length > LONGEST_MOMENT ? '' : given.trim();
  if (isLocalDate(trimmed)) return `${trimmed}${START_OF_DAY}` as Instant;
  const [, day, time, seconds = ':00'] = WALL_TIME.exec(trimmed) ?? [];
  try {
    return parseInstant(day === undefined ? trimmed : `${day}T${time}${seconds}Z`);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function momentIn(given: string, evaluation: Evaluation): FormulaValue {
  if (!evaluation.spend(2 * DIVISION_WORK)) return evaluation.empty('too_much_work');
  return momentOf(given) ?? evaluation.empty('not_a_date');
}

function dayIn(given: string, evaluation: Evaluation): FormulaValue {
  const trimmed = given.length > LONGEST_MOMENT ? '' : given.trim();
  return isLocalDate(trimmed) ? trimmed : evaluation.empty('not_a_date');
}

const MOMENT = parameter('value', ['text', 'date', 'datetime']);

/** Parts of days and times beyond year, month and day, and texts that say them. */
export const DATE_PARTS: readonly FormulaOperation[] = [
  ofDay('WEEKDAY', 'The day of the week: 1 for Sunday to 7 for Saturday.', weekday),
  ofDay('ISOWEEK', 'The week of the year by ISO 8601, 1 to 53: it begins on Monday.', isoWeek),
  ofDay('DAYOFYEAR', 'The day of the year, 1 to 366.', dayOfYear),
  ofTime('HOUR', 'The hour of a time or an instant, 0 to 23.', 0),
  ofTime('MINUTE', 'The minute of a time or an instant, 0 to 59.', 3),
  ofTime('SECOND', 'The second of a time or an instant, 0 to 59.', 6),
  define({
    name: 'DATEVALUE',
    description: 'The date that a text says (2026-03-31), or the day of an instant.',
    required: [MOMENT],
    result: 'date',
    run: {
      byTypes: ([type]) =>
        strict(([at = '']: readonly string[], evaluation) => {
          if (!evaluation.spend(DIVISION_WORK)) return evaluation.empty('too_much_work');
          return type === 'text' ? dayIn(at, evaluation) : dayOf(evaluation.input, at);
        }),
    },
  }),
  define({
    name: 'DATETIMEVALUE',
    description:
      'The instant that a text says: 2026-03-31 17:30:00 in UTC, or with its offset as ' +
      '2026-03-31T17:30:00+02:00. A date begins at midnight in UTC.',
    required: [MOMENT],
    result: 'datetime',
    run: {
      byTypes: ([type]) =>
        strict(([at = '']: readonly string[], evaluation) => {
          if (type === 'text') return momentIn(at, evaluation);
          return isDay(at) ? `${at}${START_OF_DAY}` : at;
        }),
    },
  }),
];
