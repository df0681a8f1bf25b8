import type { Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import { invalidField, newId, type ProductId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { planNotOffered } from '../plans/plan.errors.js';
import { periodNet, planPrice } from '../plans/plan-version.js';
import { offeredPlans, type OfferedPlan } from '../plans/plan-version.queries.js';
import type { ItemDraft, SubscriptionItem } from './subscription.description.js';
import { frequencyMismatch, itemCurrencyMismatch } from './subscription.errors.js';
import type { SubscriptionId } from './subscription.js';

export const MOST_ITEMS = 50;

/** An item as it is asked for; one that is there already is named by what stays of it. */
export type WantedItem = Omit<ItemDraft, 'planId'> & {
  readonly planId: ItemDraft['planId'];
  readonly itemId?: SubscriptionItem['itemId'];
};

/** An item that is wanted, with the plan it is of. */
export interface OfferedItem {
  readonly wanted: WantedItem;
  readonly offered: OfferedPlan;
}

/**
 * The plans of items, all of one frequency and one timing, in one statement.
 * @throws DomainError validation_failed, plan_not_offered, frequency_mismatch
 */
export async function offeredItems(
  tx: Tx,
  wanted: readonly WantedItem[],
): Promise<readonly OfferedItem[]> {
  if (wanted.length === 0) throw invalidField('/items', 'min', 'must not be empty');
  const plans = await offeredPlans(
    tx,
    wanted.map(({ planId, planVersionId = null }) => ({ planId, versionId: planVersionId })),
  );
  const items = wanted.map((each, i) => {
    const offered = plans.find(
      ({ planId, version }) =>
        planId === each.planId &&
        (each.planVersionId === undefined || version.id === each.planVersionId),
    );
    if (!offered) {
      throw invalidField(`/items/${i}/planId`, 'not_found', 'There is no such plan or version.');
    }
    return { wanted: each, offered };
  });
  const [first] = items;
  for (const { offered } of items) {
    const { frequency, timing } = offered.version;
    const alike =
      first?.offered.version.frequency === frequency && first.offered.version.timing === timing;
    if (!alike) throw frequencyMismatch({ plan: offered.name, frequency, timing });
  }
  return items;
}

/** @throws DomainError plan_not_offered where a plan is not active */
export function refuseInactive(items: readonly OfferedItem[]): void {
  for (const { offered } of items) {
    if (!offered.active) {
      throw planNotOffered({ plan: offered.name, reason: 'it is not active' });
    }
  }
}

/** Of which subscription rows of items are, and from which day they hold. */
export interface ItemsOf {
  readonly subscriptionId: SubscriptionId;
  readonly currency: Currency;
  readonly from: LocalDate;
}

/** The rows of items that are wanted, in their order. @throws DomainError item_currency_mismatch */
export function itemRows(
  { ctx }: Tx,
  items: readonly OfferedItem[],
  { subscriptionId, currency, from }: ItemsOf,
): SubscriptionItem[] {
  return items.map(({ wanted, offered }, i) => {
    const { version } = offered;
    const quantity = wanted.quantity ?? '1';
    const unitPrice = wanted.unitPrice ?? priceOf(offered, currency, quantity);
    const discountPercent = wanted.discountPercent ?? null;
    return {
      subscriptionId,
      id: newId<'subscription-item'>(),
      itemId: wanted.itemId ?? newId<'item'>(),
      position: i + 1,
      validFrom: from,
      validTo: null,
      planId: offered.planId,
      planVersionId: version.id,
      productId: offered.productId as ProductId,
      description: wanted.description ?? offered.name,
      quantity,
      unitPrice,
      priceOverridden: wanted.unitPrice !== undefined,
      discountPercent,
      discountAmount: null,
      taxCode: wanted.taxCode ?? null,
      net: periodNet({ quantity, unitPrice, discountPercent }, currency),
      createdAt: ctx.now,
    };
  });
}

/** A plan of charges alone has no flat price in any currency, and costs nothing by itself. */
function priceOf({ name, version }: OfferedPlan, currency: Currency, quantity: string): string {
  const price = planPrice(version, currency, quantity);
  if (price) return price.unitPrice;
  const charged = version.charges.some(({ prices }) =>
    prices.some((each) => each.currency === currency),
  );
  if (version.prices.length === 0 && charged) return '0';
  throw itemCurrencyMismatch({ plan: name, currency, quantity });
}
