import { addDays, type LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { epochMs, type Instant } from '@quittance/kernel';
import type { MeterId } from '../plans/plan-version.js';
import { wholePeriodOn, type Grid } from '../subscriptions/grid.js';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import {
  aggregate,
  spanOf,
  type Aggregation,
  type MeteredEvent,
  type UsageSpan,
} from './aggregate.js';
import type { Charge } from './charge.js';
import type { Used } from './rate-usage.js';
import { millionths, ONE_UNIT } from './units.js';
import { IN_ORDER, LATEST_USAGE, SUMS, UNIQUE } from './usage-of-period.sql.js';

/** What is asked of a meter over days. */
export interface UsageAsk {
  readonly subscriptionId: SubscriptionId;
  readonly meterId: MeterId;
  readonly aggregation: Aggregation;
  readonly start: LocalDate;
  /** The first day that is not asked about. */
  readonly until: LocalDate;
  /** The periods of the subscription: a level is divided by the one that the days are a part of. */
  readonly grid: Grid;
  /** Whether the price looks at each event. */
  readonly eachEvent: boolean;
}

/**
 * Until when events count of days that end with service: what was taken on the day of an end, ahead
 * of it, is owed with the days before it. A weighted level of that day has held on no served day.
 */
export function countedUntil(
  until: LocalDate,
  endedOn: LocalDate | null,
  aggregation: Aggregation,
): LocalDate {
  return until === endedOn && aggregation !== 'weighted' ? addDays(until, 1) : until;
}

/**
 * Whether days lie behind the service, as the one does on which a subscription ended that had begun
 * to cost something: a weighted level has held on none that is served, and what was not used bears
 * no fee.
 */
export function isBehindService(start: LocalDate, endedOn: LocalDate | null): boolean {
  return endedOn !== null && start >= endedOn;
}

/** Whether a charge asks for what was used on such days. */
export function countsBehindService(aggregation: Aggregation, units: bigint): boolean {
  return aggregation !== 'weighted' && units !== 0n;
}

interface Sums {
  readonly position: number;
  readonly events: string;
  readonly sum: string;
  /** Null where no event had a value. */
  readonly max: string | null;
  readonly revision: string;
}

/**
 * What was used, and how often the days have changed that it is made of: another number tells that
 * something came.
 */
export interface UsedSoFar extends Used {
  readonly revision: bigint;
}
type Placed = UsageAsk & { readonly position: number };

/** Before there was any usage of anybody. */
const EVER = '0001-01-01' as LocalDate;

const SUMMED = {
  position: (_: UsageAsk, position: number) => position,
  subscriptionId: ({ subscriptionId }: UsageAsk) => subscriptionId,
  meterId: ({ meterId }: UsageAsk) => meterId,
  // Days begin with the level that all before them have left: of those the revision counts alone.
  start: ({ aggregation, start }: UsageAsk) => (aggregation === 'weighted' ? EVER : start),
  until: ({ until }: UsageAsk) => until,
};

/** Whether the sums of its days say it all. */
function isOfDays({ aggregation, eachEvent }: UsageAsk): boolean {
  return !eachEvent && (aggregation === 'sum' || aggregation === 'count' || aggregation === 'max');
}

/**
 * What was used, in the order of what is asked: the sums of days in one statement for all
 * subscriptions, and one more for each kind that looks at events themselves.
 * @param asOf levels count until then; null: until the end of the days
 */
export async function usedIn(
  tx: Tx,
  asks: readonly UsageAsk[],
  timeZone: string,
  asOf: Instant | null = null,
): Promise<readonly UsedSoFar[]> {
  if (asks.length === 0) return [];
  const placed: Placed[] = [];
  asks.forEach((each, position) => {
    if (!isOfDays(each)) placed.push({ ...each, position });
  });
  const of = (kinds: readonly Aggregation[]) =>
    placed.filter(({ aggregation }) => kinds.includes(aggregation));
  const weighted = of(['weighted']);
  const inOrder = placed.filter(({ aggregation, eachEvent }) => {
    return aggregation === 'weighted' || eachEvent;
  });
  const [sums, unique, last, carried, events] = await Promise.all([
    SUMS.rows<Sums>(tx, SUMS.columns(asks, SUMMED)),
    ask<{ units: string }>(tx, UNIQUE, of(['unique_count'])),
    ask<{ value: string }>(tx, LATEST_USAGE, of(['last'])),
    ask<{ value: string }>(
      tx,
      LATEST_USAGE,
      weighted.map((each) => ({ ...each, start: EVER, until: each.start })),
    ),
    ask<{ at: Instant; receivedAt: Instant; value: string }>(tx, IN_ORDER, inOrder),
  ]);
  const sumsOf = new Map(sums.map((row) => [row.position, row]));
  const [uniqueOf, lastOf] = [byPosition(unique), byPosition(last)];
  const [carriedOf, eventsOf] = [byPosition(carried), byPosition(events)];
  return asks.map((each, position): UsedSoFar => {
    const own = sumsOf.get(position);
    const revision = own ? BigInt(own.revision) : 0n;
    // Most are sums of days, and a run has as many as invoices.
    if (isOfDays(each)) return { units: summed(each, own), revision };
    const metered = (eventsOf.get(position) ?? []).map(({ value, ...event }): MeteredEvent => {
      return { ...event, value: millionths(value) };
    });
    const units = unitsOf(each, {
      sums: own,
      unique: uniqueOf.get(position)?.[0]?.units,
      last: lastOf.get(position)?.[0]?.value,
      carried: carriedOf.get(position)?.[0]?.value,
      metered,
      timeZone,
      asOf,
    });
    if (!each.eachEvent) return { units, revision };
    return { units, revision, events: metered.map(({ value }) => value) };
  });
}

function byPosition<Row extends { readonly position: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, readonly Row[]> {
  const found = new Map<number, Row[]>();
  for (const row of rows) {
    const known = found.get(row.position);
    if (known) known.push(row);
    else found.set(row.position, [row]);
  }
  return found;
}

interface Found {
  readonly sums: Sums | undefined;
  readonly unique: string | undefined;
  readonly last: string | undefined;
  readonly carried: string | undefined;
  readonly metered: readonly MeteredEvent[];
  readonly timeZone: string;
  readonly asOf: Instant | null;
}

function unitsOf(asked: UsageAsk, found: Found): bigint {
  const { aggregation, start, until, grid } = asked;
  const { sums, unique = '0', last = '0', carried = '0', metered, timeZone, asOf } = found;
  switch (aggregation) {
    case 'sum':
    case 'count':
    case 'max':
      return summed(asked, sums);
    case 'last':
      return millionths(last);
    case 'unique_count':
      return BigInt(unique) * ONE_UNIT;
    case 'weighted': {
      const span = spanOf(start, until, timeZone);
      const levels = asOf === null ? metered : levelsUntil(metered, asOf, span);
      const of = wholePeriodOn(grid, start);
      const whole = spanOf(of.start, of.until, timeZone);
      return aggregate('weighted', levels, { span, carried: millionths(carried), whole });
    }
  }
}

/** What days come to that say it all. */
function summed({ aggregation }: UsageAsk, sums: Sums | undefined): bigint {
  if (!sums) return 0n;
  if (aggregation === 'count') return BigInt(sums.events) * ONE_UNIT;
  return millionths(aggregation === 'max' ? (sums.max ?? '0') : sums.sum);
}

/** Levels as far as they have held: what comes behind an instant is not used yet. */
function levelsUntil(
  levels: readonly MeteredEvent[],
  asOf: Instant,
  { until }: UsageSpan,
): readonly MeteredEvent[] {
  if (epochMs(asOf) >= epochMs(until)) return levels;
  const held = levels.filter(({ at }) => epochMs(at) < epochMs(asOf));
  return [...held, { at: asOf, receivedAt: asOf, value: 0n }];
}

/** Whether a price is of each event, and not only of what they come to. */
export function looksAtEvents({ price }: Charge): boolean {
  if (price.model !== 'percentage') return false;
  return [price.fee, price.eventMin, price.eventMax].some((each) => each != null);
}

/** Nothing is asked where nothing of the kind is wanted. */
async function ask<Row extends object>(
  tx: Tx,
  statement: typeof UNIQUE,
  spans: readonly Placed[],
): Promise<readonly (Row & { position: number })[]> {
  if (spans.length === 0) return [];
  return statement.rows(tx, statement.columns(spans));
}
