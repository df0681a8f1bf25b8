import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import type { MeterId } from '../plans/plan-version.js';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import { aggregate, spanOf, type Aggregation, type MeteredEvent } from './aggregate.js';
import type { Charge } from './charge.js';
import type { Used } from './rate-usage.js';
import { millionths, ONE_UNIT } from './units.js';
import { IN_ORDER, LATEST_USAGE, SUMS, UNIQUE } from './usage-of-period.sql.js';

/** What is asked of a meter over days. */
export interface UsageAsk {
  readonly meterId: MeterId;
  readonly aggregation: Aggregation;
  readonly start: LocalDate;
  /** The first day that is not asked about. */
  readonly until: LocalDate;
  /** Whether the price looks at each event. */
  readonly eachEvent: boolean;
}

interface Sums {
  readonly position: number;
  readonly events: string;
  readonly sum: string;
  readonly max: string;
}
type Placed = UsageAsk & { readonly position: number };
/** Before there was any usage of anybody. */
const EVER = '0001-01-01' as LocalDate;

/**
 * What was used of a subscription, in the order of what is asked: the sums of days in one
 * statement, and one more for each kind that looks at events themselves.
 */
export async function usedIn(
  tx: Tx,
  subscriptionId: SubscriptionId,
  asks: readonly UsageAsk[],
  timeZone: string,
): Promise<readonly Used[]> {
  if (asks.length === 0) return [];
  const placed = asks.map((ask, position) => ({ ...ask, position }));
  const of = (kinds: readonly Aggregation[]) =>
    placed.filter(({ aggregation }) => kinds.includes(aggregation));
  const weighted = of(['weighted']);
  const inOrder = placed.filter(({ aggregation, eachEvent }) => {
    return aggregation === 'weighted' || eachEvent;
  });
  const [sums, unique, last, carried, events] = await Promise.all([
    SUMS.rows<Sums>(tx, { subscriptionId, ...SUMS.columns(placed) }),
    ask<{ units: string }>(tx, UNIQUE, subscriptionId, of(['unique_count'])),
    ask<{ value: string }>(tx, LATEST_USAGE, subscriptionId, of(['last'])),
    ask<{ value: string }>(
      tx,
      LATEST_USAGE,
      subscriptionId,
      weighted.map((each) => ({ ...each, start: EVER, until: each.start })),
    ),
    ask<{ at: Instant; receivedAt: Instant; value: string }>(tx, IN_ORDER, subscriptionId, inOrder),
  ]);
  return placed.map((each): Used => {
    const own = <T extends { position: number }>(rows: readonly T[]) =>
      rows.filter(({ position }) => position === each.position);
    const metered = own(events).map(({ value, ...event }): MeteredEvent => {
      return { ...event, value: millionths(value) };
    });
    const units = unitsOf(each, {
      sums: own(sums)[0],
      unique: own(unique)[0]?.units,
      last: own(last)[0]?.value,
      carried: own(carried)[0]?.value,
      metered,
      timeZone,
    });
    return each.eachEvent ? { units, events: metered.map(({ value }) => value) } : { units };
  });
}

interface Found {
  readonly sums: Sums | undefined;
  readonly unique: string | undefined;
  readonly last: string | undefined;
  readonly carried: string | undefined;
  readonly metered: readonly MeteredEvent[];
  readonly timeZone: string;
}

function unitsOf({ aggregation, start, until }: Placed, found: Found): bigint {
  const { sums, unique = '0', last = '0', carried = '0', metered, timeZone } = found;
  switch (aggregation) {
    case 'sum':
      return millionths(sums?.sum ?? '0');
    case 'count':
      return BigInt(sums?.events ?? '0') * ONE_UNIT;
    case 'max':
      return millionths(sums?.max ?? '0');
    case 'last':
      return millionths(last);
    case 'unique_count':
      return BigInt(unique) * ONE_UNIT;
    case 'weighted': {
      const span = spanOf(start, until, timeZone);
      return aggregate('weighted', metered, { span, carried: millionths(carried) });
    }
  }
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
  subscriptionId: SubscriptionId,
  spans: readonly Placed[],
): Promise<readonly (Row & { position: number })[]> {
  if (spans.length === 0) return [];
  return statement.rows(tx, { subscriptionId, ...statement.columns(spans) });
}
