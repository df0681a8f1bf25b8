import {
  dateAt,
  isLocalDate,
  isRelativeDay,
  relativeDay,
  type LocalDate,
} from '@quittance/calendar';
import { parseInstant, type Instant } from '@quittance/kernel';
import {
  fine,
  wrong,
  type Fault,
  type FieldKind,
  type JsonSchema,
  type ReadContext,
  type Reading,
  type SettingReader,
} from './field-kind.js';
import type { Field, FieldSettings } from './field.js';

const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

function readInstant(value: unknown): Reading<Instant> {
  if (typeof value !== 'string') return wrong('type', 'must be a string');
  try {
    return value.length > 40 ? notInstant() : fine(parseInstant(value));
  } catch {
    return notInstant();
  }
}

function notInstant() {
  return wrong('format', 'must be an RFC 3339 instant such as 2026-03-01T09:30:00Z');
}

function readDay(value: unknown): Reading<LocalDate> {
  if (typeof value !== 'string') return wrong('type', 'must be a string');
  return isLocalDate(value) ? fine(value) : wrong('format', 'must be a calendar date YYYY-MM-DD');
}

function readTime(value: unknown): Reading<string> {
  if (typeof value !== 'string') return wrong('type', 'must be a string');
  const [whole, hours, minutes, seconds = '00'] = TIME.exec(value) ?? [];
  return whole === undefined
    ? wrong('format', 'must be a time of day such as 09:30')
    : fine(`${hours}:${minutes}:${seconds}`);
}

const orRelative =
  (read: (value: unknown) => Reading<string>): SettingReader =>
  (value) => {
    if (isRelativeDay(value)) return fine(value);
    const reading = read(value);
    return reading.faults && typeof value === 'string'
      ? wrong('format', `${reading.faults[0]?.message}, or a relative day such as today+30d`)
      : reading;
  };

/** Bounds of one kind compare as text; of two kinds nobody knows before the day comes. */
function orderFaults({ min, max }: FieldSettings): Fault[] {
  if (min === undefined || max === undefined) return [];
  const relative = [isRelativeDay(min), isRelativeDay(max)];
  if (relative[0] !== relative[1]) return [];
  const anchor = '2026-06-15' as LocalDate;
  const [low, high] = relative[0]
    ? [relativeDay(min, anchor), relativeDay(max, anchor)]
    : [min, max];
  if (low === undefined || high === undefined || low <= high) return [];
  return [{ inside: '/min', code: 'range', message: 'must not be after max' }];
}

/** A relative bound speaks of the day of the value, an absolute one of the value itself. */
function bounded<T extends string>(
  value: T,
  day: string,
  { settings: { min, max } }: Field,
  { today }: ReadContext,
): Reading<T> {
  const compare = (bound: string) => {
    const relative = relativeDay(bound, today);
    if (relative !== undefined) return { value: day, bound: relative };
    return isRelativeDay(bound) ? { value: day, bound: day } : { value, bound };
  };
  if (min !== undefined) {
    const at = compare(min);
    if (at.value < at.bound) return wrong('min', `must not be before ${at.bound}`);
  }
  if (max !== undefined) {
    const at = compare(max);
    if (at.value > at.bound) return wrong('max', `must not be after ${at.bound}`);
  }
  return fine(value);
}

/** Bounds as they were set, relative ones too: what they mean changes with the day. */
const boundsOf = ({ settings: { min, max } }: Field): JsonSchema => ({
  ...(min === undefined ? {} : { 'x-minimum': min }),
  ...(max === undefined ? {} : { 'x-maximum': max }),
});

const DAY_TEXT = '(?!0000)\\d{4}-\\d{2}-\\d{2}';
const CLOCK_TEXT = '([01]\\d|2[0-3]):[0-5]\\d';

/** A calendar date. */
export const dateKind: FieldKind = {
  type: 'date',
  column: 'date',
  listedAs: 'date',
  settings: { min: orRelative(readDay), max: orRelative(readDay) },
  check: orderFaults,
  read(value, field, context) {
    const read = readDay(value);
    return read.faults ? read : bounded(read.value, read.value, field, context);
  },
  schema: () => ({ type: 'string', format: 'date' }),
  limits: (field) => ({ pattern: `^${DAY_TEXT}$`, ...boundsOf(field) }),
};

/** An instant, kept in UTC with milliseconds. */
export const datetimeKind: FieldKind = {
  type: 'datetime',
  column: 'timestamptz',
  listedAs: 'instant',
  settings: { min: orRelative(readInstant), max: orRelative(readInstant) },
  check: orderFaults,
  read(value, field, context) {
    const read = readInstant(value);
    if (read.faults) return read;
    return bounded(read.value, dateAt(read.value, context.timeZone), field, context);
  },
  schema: () => ({ type: 'string', format: 'date-time' }),
  limits: (field) => ({
    pattern: `^${DAY_TEXT}T${CLOCK_TEXT}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]${CLOCK_TEXT})$`,
    ...boundsOf(field),
  }),
};

/** A time of day without a date or a zone: `09:30:00`. */
export const timeKind: FieldKind = {
  type: 'time',
  column: 'time',
  listedAs: 'time',
  settings: { min: readTime, max: readTime },
  check: orderFaults,
  read(value, field, context) {
    const read = readTime(value);
    return read.faults ? read : bounded(read.value, read.value, field, context);
  },
  schema: () => ({ type: 'string', pattern: '^\\d\\d:\\d\\d:\\d\\d$' }),
  limits: (field) => ({ pattern: `^${CLOCK_TEXT}(:[0-5]\\d)?$`, ...boundsOf(field) }),
};
