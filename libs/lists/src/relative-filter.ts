import {
  addDays,
  isRelativeDay,
  relativeDay,
  startOfDay,
  type LocalDate,
} from '@quittance/calendar';
import type { FilterDay, FilterNode, FilterOperator } from './list-definition.js';

/**
 * A value of an instant's filter: an instant, or a whole day from its start to that of the next.
 */
export interface FilterSpan {
  readonly from: string;
  /** Null for an instant. */
  readonly until: string | null;
}

/** For whoever asks only whether a filter can be read, on whatever day. */
export const ANY_DAY: FilterDay = { today: '2026-01-01' as LocalDate, timeZone: 'UTC' };

/** Makes a condition on the same field. */
type Leaf = (op: FilterOperator, value: string) => FilterNode;

/** The day that a relative one means; undefined for any other text, or beyond the calendar. */
export function dayMeant(text: unknown, day: FilterDay | undefined): LocalDate | undefined {
  return day && isRelativeDay(text) ? relativeDay(text, day.today) : undefined;
}

/** From where to where that day lasts in the zone of the company. */
export function spanOfDay(text: unknown, day: FilterDay | undefined): FilterSpan | undefined {
  const meant = dayMeant(text, day);
  if (!day || meant === undefined) return undefined;
  const { timeZone } = day;
  return { from: startOfDay(meant, timeZone), until: startOfDay(addDays(meant, 1), timeZone) };
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
