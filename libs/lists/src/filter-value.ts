import { isLocalDate } from '@quittance/calendar';
import { isUuid, parseInstant } from '@quittance/kernel';
import { parseDecimal } from '@quittance/money';
import type { FilterDay, FilterValue, ListField, ListFieldType } from './list-definition.js';
import { dayMeant, personMeant, relativeWords } from './relative-filter.js';

const MAX_TEXT = 1000;
/** As many digits as any field keeps. */
const DECIMAL = /^-?\d{1,28}(\.\d{1,12})?$/;
const BIGINT = /^-?\d{1,18}$/;
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** Whether the text is a time of day: `09:30` or `09:30:00`. */
export function isTimeText(text: string): boolean {
  return TIME.test(text);
}

const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Whether the text is an RFC 3339 instant that PostgreSQL takes too. */
export function isInstantText(text: string): boolean {
  if (!RFC_3339.test(text)) return false;
  try {
    parseInstant(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether PostgreSQL can hold the text: no NUL, no half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !UNSTORABLE.test(text);
}

function decimalText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && parseDecimal(text) ? text : undefined;
}

function instantText(value: unknown): string | undefined {
  if (isLocalDate(value)) return `${value}T00:00:00.000Z`;
  return typeof value === 'string' && isInstantText(value) ? parseInstant(value) : undefined;
}

const READERS: Readonly<
  Record<ListFieldType, (value: unknown, field: ListField) => FilterValue | undefined>
> = {
  text: (value) =>
    typeof value === 'string' && value.length <= MAX_TEXT && isStorableText(value)
      ? value
      : undefined,
  id: (value) => (isUuid(value) ? value.toLowerCase() : undefined),
  enum: (value, { values = [] }) =>
    typeof value === 'string' && values.includes(value) ? value : undefined,
  money: decimalText,
  decimal: (value) => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && DECIMAL.test(text) ? text : undefined;
  },
  integer: (value) => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && BIGINT.test(text) ? text : undefined;
  },
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  date: (value) => (isLocalDate(value) ? value : undefined),
  instant: instantText,
  time: (value) => {
    if (typeof value !== 'string' || !isTimeText(value)) return undefined;
    return value.length === 5 ? `${value}:00` : value;
  },
  set: (value, { values }) => {
    if (typeof value !== 'string' || !isStorableText(value)) return undefined;
    return values === undefined || values.includes(value) ? value : undefined;
  },
};

/** The value as its field's type; undefined when it is none. */
export function readValue(
  field: ListField,
  value: unknown,
  day?: FilterDay,
): FilterValue | undefined {
  const meant = field.type === 'date' ? dayMeant(value, day) : personMeant(field, value, day);
  return meant ?? READERS[field.type](value, field);
}

/** What a value of the field must be, in words. */
export function expectation(field: ListField, day?: FilterDay): string {
  const { type, values } = field;
  if (values && (type === 'enum' || type === 'set')) return `must be one of ${values.join(', ')}`;
  const words = {
    text: `a string of at most ${MAX_TEXT} characters`,
    id: 'a UUID',
    money: 'a decimal such as "1000.00"',
    decimal: 'a decimal such as "12.5"',
    integer: 'a whole number',
    boolean: 'true or false',
    date: 'a calendar date YYYY-MM-DD',
    instant: 'an RFC 3339 instant',
    time: 'a time of day such as 09:30',
    enum: 'one of its values',
    set: 'the code of an option',
  };
  return `must be ${words[type]}${day ? relativeWords(field) : ''}`;
}
