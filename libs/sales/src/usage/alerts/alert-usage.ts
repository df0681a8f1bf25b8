import { addDays, type LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { formatMinor } from '@quittance/money';
import { emit } from '@quittance/outbox';
import type { MeterId } from '../../plans/plan-version.js';
import { planVersions } from '../../plans/plan-version.queries.js';
import type { Subscription } from '../../subscriptions/subscription.description.js';
import { withItems } from '../../subscriptions/subscription.repository.js';
import { READ_NAMED } from '../../subscriptions/subscription.sql.js';
import type { SubscriptionId } from '../../subscriptions/subscription.js';
import type { Aggregation } from '../aggregate.js';
import type { CheckedEvent } from '../check-usage.js';
import type { Used } from '../rate-usage.js';
import { unitsText } from '../units.js';
import { looksAtEvents, usedIn } from '../usage-of-period.js';
import { reachedPercents, usageLevel, watchedCharges, type WatchedCharge } from './usage-alert.js';
import { ANY_WATCHED, NOTE_ALERTS, ON_WATCHED } from './usage-alert.sql.js';

/** A watched charge with the kind of its meter. */
interface Watched extends WatchedCharge {
  readonly subscriptionId: SubscriptionId;
  readonly aggregation: Aggregation;
}

/**
 * Tells of percents that usage has just reached, each once in a period. Where no plan watches
 * anything that costs one look into an index.
 */
export async function alertUsage(
  tx: Tx,
  taken: readonly Pick<CheckedEvent, 'subscription' | 'meter' | 'day'>[],
  timeZone: string,
): Promise<void> {
  const { companyId } = tx.ctx;
  if (taken.length === 0 || !(await tx.maybe(ANY_WATCHED, [companyId]))) return;
  const named = [...new Set(taken.map(({ subscription }) => subscription.id))];
  const found = await tx.rows<{ id: SubscriptionId }>(ON_WATCHED, [companyId, named]);
  if (found.length === 0) return;
  const watched = await watchedIn(
    tx,
    found.map(({ id }) => id),
    taken,
  );
  const used = await usedOf(tx, watched, timeZone);
  const reached = watched.flatMap((each, i) => {
    const level = usageLevel(each, used[i] ?? { units: 0n });
    const percents = reachedPercents(each.of.alerts?.percents ?? [], level);
    return percents.map((percent) => ({ each, percent, level }));
  });
  if (reached.length === 0) return;
  const rows = reached.map(({ each: { subscriptionId, of, start }, percent }) => {
    return { subscriptionId, chargeKey: of.key, start, percent };
  });
  const noted = await NOTE_ALERTS.rows<(typeof rows)[number]>(tx, NOTE_ALERTS.columns(rows));
  const fresh = new Set(noted.map(keyOf));
  reached.forEach((each, i) => {
    // Two items of one plan have one alert.
    if (fresh.delete(keyOf(rows[i] as (typeof rows)[number]))) announce(tx, each);
  });
}

function keyOf(row: { subscriptionId: string; chargeKey: string; start: string; percent: number }) {
  return `${row.subscriptionId} ${row.chargeKey} ${row.start} ${row.percent}`;
}

interface Touched {
  readonly day: LocalDate;
  readonly meters: Set<MeterId>;
}

async function watchedIn(
  tx: Tx,
  ids: readonly SubscriptionId[],
  taken: readonly Pick<CheckedEvent, 'subscription' | 'meter' | 'day'>[],
): Promise<Watched[]> {
  const wholes = await withItems(tx, await READ_NAMED.rows<Subscription>(tx, { ids }));
  const versions = await planVersions(tx, [
    ...new Set(wholes.flatMap(({ items }) => items.map(({ planVersionId }) => planVersionId))),
  ]);
  const kinds = new Map(taken.map(({ meter }) => [meter.id, meter.aggregation]));
  const touched = new Map<SubscriptionId, Map<LocalDate, Touched>>();
  for (const { subscription, meter, day } of taken) {
    const days = touched.get(subscription.id) ?? new Map<LocalDate, Touched>();
    touched.set(subscription.id, days);
    const of = days.get(day) ?? { day, meters: new Set<MeterId>() };
    days.set(day, of);
    of.meters.add(meter.id);
  }
  return wholes.flatMap((whole) => {
    const subscriptionId = whole.subscription.id;
    const spans = new Map<string, Watched>();
    for (const of of touched.get(subscriptionId)?.values() ?? []) {
      for (const each of watchedCharges(whole, versions, of)) {
        const aggregation = kinds.get(each.of.meterId) ?? 'sum';
        spans.set(`${each.of.key} ${each.start}`, { ...each, subscriptionId, aggregation });
      }
    }
    return [...spans.values()];
  });
}

/** What was used of each, in their order. */
function usedOf(tx: Tx, watched: readonly Watched[], timeZone: string): Promise<readonly Used[]> {
  const asks = watched.map(({ subscriptionId, of, aggregation, charge, amount, ...days }) => {
    const { start, until, grid } = days;
    const eachEvent = amount !== null && looksAtEvents(charge);
    return { subscriptionId, meterId: of.meterId, aggregation, start, until, grid, eachEvent };
  });
  return usedIn(tx, asks, timeZone);
}

function announce(
  tx: Tx,
  {
    each,
    percent,
    level,
  }: {
    readonly each: Watched;
    readonly percent: number;
    readonly level: { readonly reached: bigint; readonly whole: bigint };
  },
): void {
  const { subscriptionId, of, currency, start, until, amount } = each;
  const text = (value: bigint) =>
    amount === null ? unitsText(value) : formatMinor(value, currency);
  const data = {
    subscriptionId,
    charge: of.key,
    meterId: of.meterId,
    start,
    end: addDays(until, -1),
    percent,
    of: amount === null ? 'included' : 'amount',
    reached: text(level.reached),
    whole: text(level.whole),
    currency,
  } as const;
  emit(tx, {
    type: 'usage.threshold_reached',
    object: 'subscription',
    recordId: subscriptionId,
    data,
  });
}
