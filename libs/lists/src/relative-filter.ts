import {
  addDays,
  isLocalDate,
  isRelativeDay,
  namedPeriod,
  relativeDate,
  relativeDay,
  startOfDay,
  type LocalDate,
  type NamedDays,
} from '@quittance/calendar';
import { epochMs, instantFromEpochMs, type Instant } from '@quittance/kernel';
import type { FilterDay, FilterNode, FilterOperator, ListField } from './list-definition.js';

/**
 * A value of an instant's filter: an instant, or a whole day from its start to that of the next.
 */
export interface FilterSpan {
  readonly from: string;
  /** Null for an instant. */
  readonly until: string | null;
}

/** For whoever asks only whether a filter can be read, on whatever day and by whomever. */
export const ANY_DAY: FilterDay = {
  today: '2026-01-01' as LocalDate,
  timeZone: 'UTC',
  now: '2026-01-01T00:00:00.000Z' as Instant,
  fiscalStart: 1,
  me: {},
};

/** Makes a condition on the same field. */
type Leaf = (op: FilterOperator, value: string) => FilterNode;

/** The day that a relative one means; undefined for any other text, or beyond the calendar. */
export function dayMeant(text: unknown, day: FilterDay | undefined): LocalDate | undefined {
  if (!day || typeof text !== 'string') return undefined;
  return isRelativeDay(text) ? relativeDay(text, day.today) : relativeDate(text, day.today);
}

const NOW = /^now(?:([+-])(\d{1,6})h)?$/;
const HOUR_MS = 3_600_000;

/** The instant that `now` or `now-1h` means. */
function instantMeant(text: unknown, { now }: FilterDay): Instant | undefined {
  const [whole, sign, hours = '0'] = NOW.exec(typeof text === 'string' ? text : '') ?? [];
  if (whole === undefined) return undefined;
  const ms = epochMs(now) + Number(hours) * HOUR_MS * (sign === '-' ? -1 : 1);
  return instantFromEpochMs(ms);
}

/**
 * From where to where lasts what is meant, in days of a date and instants of an instant, in the
 * zone of the company: a day or a period. Undefined for what is neither, or beyond the calendar.
 */
export function spanMeant(
  { type }: ListField,
  value: unknown,
  day: FilterDay | undefined,
): FilterSpan | undefined {
  if (!day) return undefined;
  const period = namedPeriod(periodNamed(value), day.today, day.fiscalStart);
  if (type === 'date') return period;
  if (type !== 'instant') return undefined;
  const at = instantMeant(value, day);
  if (at !== undefined) return { from: at, until: null };
  try {
    const meant = isLocalDate(value) ? value : dayMeant(value, day);
    return inZone(period ?? (meant && { from: meant, until: addDays(meant, 1) }), day);
  } catch {
    return undefined;
  }
}

function inZone(days: NamedDays | undefined, { timeZone }: FilterDay): FilterSpan | undefined {
  return days && { from: startOfDay(days.from, timeZone), until: startOfDay(days.until, timeZone) };
}

/** `{ "period": "this_month" }` and nothing beside it. */
function periodNamed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const [only, ...more] = Object.entries(value);
  return only?.[0] === 'period' && more.length === 0 ? only[1] : undefined;
}

/** The id that no record has: whoever is no user is the owner of nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Whom `me` means in a field that points at people. */
export function personMeant(
  { type, shows }: ListField,
  value: unknown,
  day: FilterDay | undefined,
): string | undefined {
  const target = shows?.target;
  if (!day || value !== 'me' || type !== 'id' || target === undefined) return undefined;
  return PEOPLE.has(target) ? (day.me[target] ?? NOBODY) : undefined;
}

/** What people who ask may be. */
const PEOPLE: ReadonlySet<string> = new Set(['user', 'portal-user']);

/** What may be said of the field beside its plain values, in words. */
export function relativeWords({ type, shows }: ListField): string {
  if (type === 'id') return PEOPLE.has(shows?.target ?? '') ? ', or me' : '';
  if (type !== 'date' && type !== 'instant') return '';
  const now = type === 'instant' ? ', an instant such as now-1h' : '';
  return `, a relative day such as today+30d${now} or a period such as { "period": "this_month" }`;
}

function equals({ from, until }: FilterSpan, leaf: Leaf): FilterNode {
  if (until === null) return leaf('eq', from);
  return { kind: 'and', nodes: [leaf('gte', from), leaf('lt', until)] };
}

function one(op: FilterOperator, span: FilterSpan, leaf: Leaf): FilterNode {
  const { from, until } = span;
  if (op === 'eq') return equals(span, leaf);
  if (until === null || op === 'gte' || op === 'lt') return leaf(op, from);
  return leaf(op === 'gt' ? 'gte' : 'lt', until);
}

/**
 * A condition on instants of which some values are days: a day is all its instants, so that `lte`
 * takes it in to its end and `gt` begins behind it.
 */
export function overSpans(
  op: FilterOperator,
  spans: readonly FilterSpan[],
  leaf: Leaf,
): FilterNode {
  const [first, second] = spans as [FilterSpan, FilterSpan];
  switch (op) {
    case 'ne':
      return { kind: 'not', node: equals(first, leaf) };
    case 'in':
      return { kind: 'or', nodes: spans.map((span) => equals(span, leaf)) };
    case 'notIn':
      return { kind: 'not', node: overSpans('in', spans, leaf) };
    case 'between':
      return { kind: 'and', nodes: [one('gte', first, leaf), one('lte', second, leaf)] };
    default:
      return one(op, first, leaf);
  }
}
