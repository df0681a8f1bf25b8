import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import type { Currency } from '@quittance/money';
import { isAgreedAlike } from '../plans/agreed-terms.js';
import { chargeIn, type MeterId, type PlanCharge } from '../plans/plan-version.js';
import type { SubscriptionItem } from '../subscriptions/subscription.description.js';
import type { Grid } from '../subscriptions/grid.js';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import type { Aggregation } from './aggregate.js';
import type { Charge } from './charge.js';
import { looksAtEvents, type UsageAsk } from './usage-of-period.js';

/** By primary key. */
const AGGREGATIONS = sql(`select m.id, m.aggregation from sales.meter m
  where m.company_id = $1 and m.id = any($2::uuid[])`);

/** An item as far as it decides which usage is charged on which days. */
export type UsageItem = Pick<
  SubscriptionItem,
  | 'itemId'
  | 'validFrom'
  | 'validTo'
  | 'planVersionId'
  | 'overrides'
  | 'productId'
  | 'description'
  | 'taxCode'
  | 'placeOf'
>;

/** Days within a period on which usage is charged by one version of a plan. */
export interface ChargedSpan<Item extends UsageItem = UsageItem> {
  readonly item: Item;
  readonly start: LocalDate;
  readonly until: LocalDate;
}

/**
 * The days of a period by the plans that hold: a change of plan, or of what is agreed of its usage,
 * splits it, and each side has whole tiers of its own; one of quantity or price does not. Usage is
 * of the subscription, so that items of the same version charge it once, in whatever order they
 * come and go.
 */
export function usageSpans<Item extends UsageItem>(
  items: readonly Item[],
  { start, until }: { readonly start: LocalDate; readonly until: LocalDate },
): ChargedSpan<Item>[] {
  let spans: { item: Item; start: LocalDate; until: LocalDate }[] = [];
  for (const item of items) {
    const from = item.validFrom > start ? item.validFrom : start;
    const to = item.validTo !== null && item.validTo < until ? item.validTo : until;
    if (from >= to) continue;
    const [known, ...others] = spans.filter((each) => isOfSpan(each, item, from, to));
    if (known) {
      // Days that did not touch each other may do so by it. Each is of an item that begins it.
      for (const each of [...others, { item, start: from, until: to }]) {
        if (each.start < known.start) [known.start, known.item] = [each.start, each.item];
        if (each.until > known.until) known.until = each.until;
      }
      if (others.length > 0) spans = spans.filter((each) => !others.includes(each));
    } else if (spans.length > 0) spans.push({ item, start: from, until: to });
    // What is pushed to has room for seventeen, and most have one.
    else spans = [{ item, start: from, until: to }];
  }
  return spans;
}

function isOfSpan(span: ChargedSpan, item: UsageItem, from: LocalDate, to: LocalDate): boolean {
  if (span.item.planVersionId !== item.planVersionId) return false;
  if (span.start > to || from > span.until) return false;
  return isAgreedAlike(span.item.overrides, item.overrides);
}

/** A charge of usage over days. */
export type ChargedUsage = UsageAsk & { readonly of: PlanCharge; readonly charge: Charge };
type Unaggregated = Omit<ChargedUsage, 'aggregation'>;

/** Of which subscription, on which days of which of its periods. */
export interface ChargedDays {
  readonly subscriptionId: SubscriptionId;
  readonly start: LocalDate;
  readonly until: LocalDate;
  readonly grid: Grid;
}

/** The charges of a version over days, as they are rated in a currency. */
export function chargesOver<Days extends ChargedDays>(
  charges: readonly PlanCharge[],
  currency: Currency,
  days: Days,
): (Days & Unaggregated)[] {
  return charges.flatMap((of) => {
    const charge = chargeIn(of, currency);
    if (!charge) return [];
    return [{ ...days, of, charge, meterId: of.meterId, eachEvent: looksAtEvents(charge) }];
  });
}

/** What events of each meter come to, in one statement. */
export async function withAggregations<Ask extends Unaggregated>(
  tx: Tx,
  asks: readonly Ask[],
): Promise<(Ask & { readonly aggregation: Aggregation })[]> {
  const kinds = await aggregationsOf(
    tx,
    asks.map(({ meterId }) => meterId),
  );
  return asks.map((each) => ({ ...each, aggregation: kinds.get(each.meterId) ?? 'sum' }));
}

/** The same by meters; no statement where there are none. */
export async function aggregationsOf(
  tx: Tx,
  meterIds: readonly MeterId[],
): Promise<ReadonlyMap<MeterId, Aggregation>> {
  if (meterIds.length === 0) return new Map();
  const ids = [...new Set(meterIds)];
  const rows = await tx.rows<{ id: MeterId; aggregation: Aggregation }>(AGGREGATIONS, [
    tx.ctx.companyId,
    ids,
  ]);
  return new Map(rows.map(({ id, aggregation }) => [id, aggregation]));
}
