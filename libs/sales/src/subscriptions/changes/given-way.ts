import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { sumOf } from '@quittance/money';
import type { SubscriptionItem } from '../subscription.description.js';
import { itemsAfter, type WholeSubscription } from '../subscription.repository.js';
import { itemsFrom } from '../subscription.view.js';
import { refuseAgreedLater, refuseRaised } from './agreed-later.js';
import type { GoneDays, PaidDays } from './item-settlement.js';
import { settlementOf, type BilledState, type PeriodSettlement } from './period-settlement.js';
import type { PlannedChange } from './plan-change.js';
import { withoutChange } from './planned-rows.js';
import type { Proration } from '../proration.js';
import { taxesOfPaid } from './taxes-of-paid.js';

type BilledOn = (day: LocalDate) => Promise<BilledState>;

/**
 * A subscription without the change that is planned for a day ahead of another: it gives way as a
 * whole, so that none of it is left behind, billed and beyond being withdrawn. What a renewal has
 * agreed behind it stays, and it with that.
 * @throws DomainError change_pending
 */
export async function withoutPlanned(
  tx: Tx,
  whole: WholeSubscription,
  { on, today }: { readonly on: LocalDate; readonly today: LocalDate },
): Promise<WholeSubscription> {
  const { subscription, items } = whole;
  const { id, changeOn, currency } = subscription;
  // What has come holds, whether or not that was noticed.
  if (changeOn === null || changeOn <= today || changeOn >= on) return whole;
  await refuseAgreedLater(tx, whole, changeOn);
  await refuseRaised(tx, id, changeOn);
  const rows = withoutChange(items, changeOn, { currency, now: tx.ctx.now });
  return { subscription, items: itemsAfter(items, rows) };
}

/** What is asked and given back of days that are billed with a change which does not come. */
export async function settledWithout(
  tx: Tx,
  before: WholeSubscription,
  without: readonly SubscriptionItem[],
  { on, billed, releases = false }: { on: LocalDate; billed: BilledState; releases?: boolean },
): Promise<PeriodSettlement | null> {
  // A period that it stands in may have been billed with it.
  if (billed.coveredUntil === null || on >= billed.coveredUntil) return null;
  const left = itemsFrom(without, on);
  const taxOf = await taxesOfPaid(tx, billed, left);
  // Of other periods nothing is left: the days are billed anew.
  const after = releases ? [] : left;
  return settlementOf(before, billed, { on, after, taxOf, proration: 'prorated', releases });
}

/** What became of a planned change that gave way; null where none did. */
export async function givenWay(
  tx: Tx,
  whole: WholeSubscription,
  held: WholeSubscription,
  billedOn: BilledOn,
): Promise<PlannedChange['gaveWay']> {
  const { changeOn: on } = whole.subscription;
  if (held === whole || on === null) return null;
  const billed = await billedOn(on);
  const settlement = await settledWithout(tx, whole, held.items, { on, billed });
  return { on, items: held.items, settlement };
}

/**
 * What a change comes to together with the one that gave way to it, where days are billed with
 * that: what its preview shows, though either is settled by itself.
 */
export async function settledTogether(
  tx: Tx,
  whole: WholeSubscription,
  { gaveWay, effectiveOn: on, ahead: after, settlement = null }: PlannedChange,
  { proration, billedOn }: { readonly proration: Proration; readonly billedOn: BilledOn },
): Promise<PeriodSettlement | null> {
  const first = gaveWay?.settlement;
  if (!first) return settlement;
  if (settlement === null || proration === 'none') return first;
  const billed = billedBehind(await billedOn(gaveWay.on), first);
  const taxOf = await taxesOfPaid(tx, billed, after);
  const held = { ...whole, items: gaveWay.items };
  const then = settlementOf(held, billed, { on, after, taxOf, proration });
  if (then === null) return first;
  return { ...first, items: [...first.items, ...then.items], net: first.net + then.net };
}

/** What is billed once something is settled: days that are gone, and those that are asked anew. */
function billedBehind(billed: BilledState, { items }: PeriodSettlement): BilledState {
  const gone = items.flatMap((each) => each.gone);
  const left = billed.paid.map((row): PaidDays => {
    const parts = gone.filter(({ paidId }) => paidId === row.id);
    const until = [row.until, ...parts.map(({ start }) => start)].reduce((a, b) => (a < b ? a : b));
    return { ...row, until, left: row.left - sumOf(parts.map(givenWithoutNotes)) };
  });
  const anew = items.flatMap(({ item, price, charge, ...days }): PaidDays[] => {
    if (price === null) return [];
    const { start, until, fullDays } = days;
    const left =
      charge - sumOf(days.gone.map(({ against = 0n, instead = 0n }) => against - instead));
    const { itemId, taxCode, placeOf, productId } = item;
    const taxed = { taxCode, placeOf, productId };
    const id = `${itemId} from ${start}`;
    return [{ id, itemId, start, until, fullDays, price, left, taxed }];
  });
  return { ...billed, paid: [...left, ...anew], undone: null };
}

/** What comes back of days, had nobody credited them by hand. */
function givenWithoutNotes({ amount, against = 0n, instead = 0n, held = 0n }: GoneDays): bigint {
  return amount - against + instead + held;
}
