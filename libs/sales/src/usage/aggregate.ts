import { epochMs, type Instant } from '@quittance/kernel';
import { startOfDay, type LocalDate } from '@quittance/calendar';
import { ONE_UNIT, weightedUnits } from './units.js';

export const AGGREGATIONS = ['sum', 'count', 'max', 'last', 'unique_count', 'weighted'] as const;
/** What the events of a period come to. */
export type Aggregation = (typeof AGGREGATIONS)[number];

/**
 * One event of a meter as it counts: what was voided is not among them. Of those that came in at
 * one time the later stands behind the others.
 */
export interface MeteredEvent {
  readonly at: Instant;
  /** When it came in; decides between events of one time. */
  readonly receivedAt: Instant;
  /** Millionths. */
  readonly value: bigint;
  /** What `unique_count` counts, byte by byte. */
  readonly key?: string | null;
}

/** A period in the company's own time; its real seconds are fewer or more where clocks change. */
export interface UsageSpan {
  readonly start: Instant;
  readonly until: Instant;
}

/** From the first instant of a day, before that of another. */
export function spanOf(start: LocalDate, until: LocalDate, timeZone: string): UsageSpan {
  return { start: startOfDay(start, timeZone), until: startOfDay(until, timeZone) };
}

/** 0 of those whose order tells which is later. */
function inTime(a: MeteredEvent, b: MeteredEvent): number {
  return epochMs(a.at) - epochMs(b.at) || epochMs(a.receivedAt) - epochMs(b.receivedAt);
}

function later(a: MeteredEvent, b: MeteredEvent): MeteredEvent {
  return inTime(a, b) > 0 ? a : b;
}

/** The days that are asked about. */
interface WeighedSpan {
  readonly span: UsageSpan;
  /** The level at its start. */
  readonly carried?: bigint;
  /** The period that it is a part of; else it is one. */
  readonly whole?: UsageSpan;
}

/**
 * The level at each moment times its time, divided by the real time of the whole period: the parts
 * of one come to what it does. A level holds until the next event.
 */
function weighted(
  events: readonly MeteredEvent[],
  { span, carried = 0n, whole = span }: WeighedSpan,
): bigint {
  const [start, until] = [epochMs(span.start), epochMs(span.until)];
  const levels = [...events].sort(inTime);
  let [from, level, sum] = [start, carried, 0n];
  for (const { at, value } of levels) {
    sum += level * BigInt(epochMs(at) - from);
    [from, level] = [epochMs(at), value];
  }
  sum += level * BigInt(until - from);
  return weightedUnits(sum, BigInt(epochMs(whole.until) - epochMs(whole.start)));
}

/** The units of a period, in millionths. */
export function aggregate(
  aggregation: Aggregation,
  events: readonly MeteredEvent[],
  weighed: WeighedSpan,
): bigint {
  switch (aggregation) {
    case 'sum':
      return events.reduce((sum, { value }) => sum + value, 0n);
    case 'count':
      return BigInt(events.length) * ONE_UNIT;
    case 'max':
      return events.reduce((most, { value }) => (value > most ? value : most), 0n);
    case 'last':
      return events.length === 0 ? 0n : events.reduce(later).value;
    case 'unique_count':
      return BigInt(new Set(events.map(({ key }) => key)).size) * ONE_UNIT;
    case 'weighted':
      return weighted(events, weighed);
  }
}
