import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { currencyDigits, decimal, formatUnits, trimDecimal } from '@quittance/money';
import { periodNet } from '../plans/plan-version.js';
import type { Subscription, SubscriptionItem } from '../subscriptions/subscription.description.js';
import { refuseAwaitingSubscriptions } from '../subscriptions/records/awaiting-subscriptions.js';
import { withItems, type WholeSubscription } from '../subscriptions/subscription.repository.js';
import { LOCK_OF_CONTRACTS } from '../subscriptions/subscription.sql.js';
import type { TakenStep } from '../subscriptions/subscription-steps.js';
import type { ContractId } from './contract.js';
import { renewedFrom } from './renewed-from.js';
import { uplifted, upliftPercent, type Uplift } from './uplift.js';

/**
 * What goes on under contracts, locked in the order of ids, with its items: where some of it awaits
 * approval the contract stays as it is.
 * @throws DomainError record_awaits_approval
 */
export async function lockUnderContracts(
  tx: Tx,
  contractIds: readonly ContractId[],
): Promise<WholeSubscription[]> {
  const locked = await LOCK_OF_CONTRACTS.rows<Subscription>(tx, { contractIds });
  return withItems(tx, await refuseAwaitingSubscriptions(tx, locked));
}

/** Under which contract subscriptions go on, from which day, at prices raised by what. */
export interface Renewal {
  readonly successorId: ContractId;
  readonly from: LocalDate;
  readonly uplift: Uplift;
}

/** What a renewal makes of a subscription. It keeps its grid, and only the price moves. */
export function renewed(
  { ctx }: Tx,
  before: WholeSubscription,
  { successorId, from, uplift }: Renewal,
): TakenStep {
  const { subscription, items } = before;
  const { currency } = subscription;
  const on = renewedFrom(subscription, from);
  const raised = items.filter((item) => {
    return (item.validTo === null || item.validTo > on) && !isPricedByMigration(items, item, on);
  });
  const opened = raised.map((item): SubscriptionItem => {
    const unitPrice = raisedPrice(item.unitPrice, uplift, currency);
    const begins = item.validFrom > on ? item.validFrom : on;
    const { quantity, discountPercent, discountAmount } = item;
    const net = periodNet({ quantity, unitPrice, discountPercent, discountAmount }, currency);
    const id = newId<'subscription-item'>();
    // A price that was raised is agreed: it outlives changes of the quantity.
    const priceOverridden = item.priceOverridden || unitPrice !== trimDecimal(item.unitPrice);
    return { ...item, id, validFrom: begins, unitPrice, priceOverridden, net, createdAt: ctx.now };
  });
  const closed = raised.map((item) => ({
    ...item,
    validTo: item.validFrom > on ? item.validFrom : on,
  }));
  const moves = upliftPercent(uplift) !== '0' && opened.length > 0;
  return {
    before,
    step: {
      patch: { contractId: successorId },
      kind: 'renewed',
      effectiveOn: on,
      told: 'subscription.renewed',
      ...(moves && { items: { closed, opened } }),
    },
  };
}

/**
 * Whether a row that begins with a renewal, or later, has the price of another version of its plan,
 * which is what was reported and told of: the price that is raised is the one that was in force.
 */
function isPricedByMigration(
  items: readonly SubscriptionItem[],
  { itemId, planId, planVersionId, priceOverridden, validFrom }: SubscriptionItem,
  on: LocalDate,
): boolean {
  if (validFrom < on || priceOverridden) return false;
  return items.some((before) => {
    const isInForce =
      before.itemId === itemId &&
      before.validFrom < on &&
      (before.validTo === null || before.validTo >= on);
    return isInForce && before.planId === planId && before.planVersionId !== planVersionId;
  });
}

/** Rounded to the currency, or to the decimals of a price that has more. */
function raisedPrice(price: string, uplift: Uplift, currency: string): string {
  const exact = decimal(trimDecimal(price));
  const decimals = Math.max(currencyDigits(currency), exact.scale);
  return trimDecimal(formatUnits(uplifted(exact, uplift, decimals), decimals));
}
