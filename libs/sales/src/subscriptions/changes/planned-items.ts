import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { refuseWaiting } from '../moves.js';
import { itemRows, offeredItems, refuseInactive, type WantedItem } from '../new-items.js';
import { changePending, frequencyMismatch } from '../subscription.errors.js';
import type { WholeSubscription } from '../subscription.repository.js';
import { costsMore, gridAfter, refuseBehindGrid } from './change-of-frequency.js';
import { settlementOf, type BilledState } from './period-settlement.js';
import {
  changeDay,
  plannedChange,
  refuseUnknownItems,
  type ChangeTerms,
  type PlannedChange,
} from './plan-change.js';

/** Other items that are asked for, and when they are to hold. */
export interface AskedItems extends ChangeTerms {
  readonly items: readonly WantedItem[];
}

/**
 * What other items make of a subscription: for the preview and for the change itself. Unless a time
 * is told, what raises the net of a period holds at once, and else with the next one.
 * @throws DomainError subscription_not_active, validation_failed, plan_not_offered,
 *   frequency_mismatch, item_currency_mismatch, change_pending
 */
export async function planItems(
  tx: Tx,
  whole: WholeSubscription,
  { items: wanted, ...terms }: AskedItems,
  { today, billed }: { readonly today: LocalDate; readonly billed: BilledState },
): Promise<PlannedChange> {
  const { subscription, items } = whole;
  refuseWaiting(subscription);
  refuseUnknownItems(items, wanted);
  const offered = await offeredItems(
    tx,
    wanted.map((each) => sameVersion(whole, each)),
  );
  const is = offered[0]?.offered.version.frequency ?? subscription.frequency;
  for (const { wanted: each, offered: plan } of offered) {
    if (each.itemId === undefined) refuseInactive([{ wanted: each, offered: plan }]);
    const { frequency, timing } = plan.version;
    if (frequency === is && timing === subscription.timing) continue;
    throw frequencyMismatch({ plan: plan.name, frequency, timing });
  }
  const { id: subscriptionId, currency } = subscription;
  const changedFrom = (effective: ChangeTerms): PlannedChange => {
    const effectiveOn = changeDay(subscription, effective, { today, billed });
    refuseBehindGrid(subscription, effectiveOn);
    refuseAgreedLater(whole, effectiveOn);
    const rows = itemRows(tx, offered, { subscriptionId, currency, from: effectiveOn });
    return plannedChange(whole, rows, effectiveOn);
  };
  const asked = changedFrom(terms);
  const was = subscription.frequency;
  const raises = terms.effective === undefined && costsMore(asked, { was, is });
  const change = raises ? changedFrom({ ...terms, effective: 'now' }) : asked;
  const { effectiveOn: on, after } = change;
  const { proration = 'prorated', billing } = terms;
  const grid = gridAfter(subscription, { on, frequency: is, today });
  const told = { ...change, grid, frequency: is };
  if (is === was) {
    const settled = { on, after, proration, billing };
    return { ...told, settlement: settlementOf(whole, billed, settled) };
  }
  // What is paid for comes back, and a new period is billed from the day on.
  const isBilled = on >= subscription.billedFrom && on < (billed.coveredUntil ?? on);
  const released = { on, after: [], proration, billing, releases: true };
  return { ...told, settlement: isBilled ? settlementOf(whole, billed, released) : null };
}

/**
 * What a renewal has agreed for later stays; a change that is planned gives way to another.
 * @throws DomainError change_pending
 */
function refuseAgreedLater({ subscription, items }: WholeSubscription, on: LocalDate): void {
  const later = items.find(
    ({ validFrom }) => validFrom > on && validFrom !== subscription.changeOn,
  );
  if (later) throw changePending({ day: later.validFrom });
}

/**
 * An item that stays with its plan stays on its version, unless another is named, and at its agreed
 * price; what else is not said of it stays as well.
 */
function sameVersion({ items }: WholeSubscription, wanted: WantedItem): WantedItem {
  const held = items.findLast(({ itemId }) => itemId === wanted.itemId);
  if (wanted.itemId === undefined || held?.planId !== wanted.planId) return wanted;
  const { planVersionId, description, quantity, discountPercent, taxCode } = held;
  return {
    planVersionId,
    description,
    quantity,
    discountPercent,
    taxCode,
    ...(held.priceOverridden && { unitPrice: held.unitPrice }),
    ...wanted,
  };
}
