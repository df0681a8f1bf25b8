import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { itemRows, offeredItems, refuseInactive, type WantedItem } from '../new-items.js';
import { changePending, frequencyMismatch } from '../subscription.errors.js';
import type { WholeSubscription } from '../subscription.repository.js';
import { changeDay, plannedChange, refuseUnknownItems, type PlannedChange } from './plan-change.js';

/**
 * What other items make of a subscription: for the preview and for the change itself.
 * @throws DomainError subscription_not_active, validation_failed, plan_not_offered,
 *   frequency_mismatch, item_currency_mismatch, change_pending
 */
export async function planItems(
  tx: Tx,
  whole: WholeSubscription,
  wanted: readonly WantedItem[],
  today: LocalDate,
): Promise<PlannedChange> {
  const { subscription, items } = whole;
  const effectiveOn = changeDay(subscription, today);
  const later = items.find(({ validFrom }) => validFrom > effectiveOn);
  if (later) throw changePending({ day: later.validFrom });
  refuseUnknownItems(items, wanted);
  const offered = await offeredItems(
    tx,
    wanted.map((each) => sameVersion(whole, each)),
  );
  for (const { wanted: each, offered: plan } of offered) {
    if (each.itemId === undefined) refuseInactive([{ wanted: each, offered: plan }]);
    const { frequency, timing } = plan.version;
    if (frequency === subscription.frequency && timing === subscription.timing) continue;
    throw frequencyMismatch({ plan: plan.name, frequency, timing });
  }
  const { id: subscriptionId, currency } = subscription;
  const rows = itemRows(tx, offered, { subscriptionId, currency, from: effectiveOn });
  return plannedChange(whole, rows, effectiveOn);
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
