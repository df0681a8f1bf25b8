import type { Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import { invalidField, invalidFields, newId, type ProductId } from '@quittance/kernel';
import { parseMinor, type Currency } from '@quittance/money';
import { readUnknownTaxCodes, unknownTaxCodes } from '@quittance/tax';
import {
  isAgreedAlike,
  knownOverrides,
  overrideFaults,
  type ItemOverrides,
} from '../plans/agreed-terms.js';
import { planNotOffered } from '../plans/plan.errors.js';
import { periodNet, planPrice } from '../plans/plan-version.js';
import { offeredPlans, type OfferedPlan } from '../plans/plan-version.queries.js';
import { NO_DISCOUNT, type ItemDiscount } from './discounts/discount-steps.js';
import { discountEnd, rowsBehind } from './discounts/item-discount.js';
import type { ItemDraft, Subscription, SubscriptionItem } from './subscription.description.js';
import { frequencyMismatch, itemCurrencyMismatch } from './subscription.errors.js';
import { gridOf } from './subscription.view.js';

export const MOST_ITEMS = 50;

/** An item as it is asked for; one that is there already is named by what stays of it. */
export type WantedItem = Omit<ItemDraft, 'planId'> & {
  readonly planId: ItemDraft['planId'];
  readonly itemId?: SubscriptionItem['itemId'];
  /** Major units, of each period; instead of a percentage. */
  readonly discountAmount?: string | null;
  /** So many whole periods the discount holds; null: always. */
  readonly discountPeriods?: number | null;
  /** The same of one that holds already: the first day without it. */
  readonly discountUntil?: LocalDate | null;
  /** And what is given from then on. */
  readonly laterDiscounts?: SubscriptionItem['laterDiscounts'];
  readonly overrides?: ItemOverrides | null;
  /** What was agreed before, as far as the version has it; gives way to `overrides`. */
  readonly agreed?: ItemOverrides | null;
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
      throw invalidField(
        `/items/${i}/planId`,
        'reference_not_found',
        'There is no such plan or version.',
      );
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

/**
 * A code that is asked for is one of the tax set-up; one that was agreed before may be gone since.
 * @throws DomainError tax_code_unknown
 */
export async function refuseUnknownCodes(
  tx: Tx,
  asked: readonly Pick<WantedItem, 'taxCode'>[],
): Promise<void> {
  const named = asked.flatMap(({ taxCode: code }, i) =>
    code ? [{ pointer: `/items/${i}/taxCode`, code }] : [],
  );
  const codes = new Set(
    await readUnknownTaxCodes(
      tx,
      named.map(({ code }) => code),
    ),
  );
  const unknown = named.filter(({ code }) => codes.has(code));
  if (unknown.length > 0) throw unknownTaxCodes(unknown);
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
  readonly subscription: Pick<Subscription, 'id' | 'currency' | 'billedFrom'> & GridTerms;
  readonly from: LocalDate;
}

type GridTerms = Pick<
  Subscription,
  'frequency' | 'anchorDate' | 'anchorDay' | 'gridBefore' | 'gridNext'
>;

/**
 * The rows of items that are wanted, in their order: several of an item whose discount ends.
 * @throws DomainError item_currency_mismatch, validation_failed
 */
export function itemRows(
  { ctx }: Tx,
  items: readonly OfferedItem[],
  { subscription, from }: ItemsOf,
): SubscriptionItem[] {
  const { id: subscriptionId, currency } = subscription;
  const { now } = ctx;
  const rows = items.flatMap(({ wanted, offered }, i) => {
    const { version } = offered;
    const quantity = wanted.quantity ?? '1';
    const unitPrice = wanted.unitPrice ?? priceOf(offered, currency, quantity);
    const discount = discountOf(wanted, subscription, { from, at: `/items/${i}` });
    const { discountAmount } = discount;
    // What was agreed stays agreed, also with less of it.
    const isTold = wanted.discountUntil === undefined && discountAmount !== null;
    if (isTold && discountAmount > periodNet({ quantity, unitPrice }, currency)) {
      throw invalidField(`/items/${i}/discountAmount`, 'max', 'is more than a period costs');
    }
    const row: SubscriptionItem = {
      subscriptionId,
      id: newId<'subscription-item'>(),
      itemId: wanted.itemId ?? newId<'item'>(),
      position: i + 1,
      validFrom: from,
      validTo: discount.discountUntil,
      planId: offered.planId,
      planVersionId: version.id,
      productId: offered.productId as ProductId,
      description: wanted.description ?? offered.name,
      quantity,
      unitPrice,
      priceOverridden: wanted.unitPrice !== undefined,
      ...discount,
      taxCode: wanted.taxCode ?? null,
      placeOf: wanted.placeOf === undefined ? offered.placeOf : wanted.placeOf,
      overrides: overridesOf(wanted, version, { currency, at: `/items/${i}/overrides` }),
      net: periodNet({ quantity, unitPrice, ...discount }, currency),
      createdAt: now,
    };
    return [row, ...rowsBehind(row, { currency, now })];
  });
  refuseMixed(rows);
  return rows;
}

/** @throws DomainError validation_failed */
function discountOf(
  wanted: WantedItem,
  subscription: ItemsOf['subscription'],
  { from, at }: { readonly from: LocalDate; readonly at: string },
): ItemDiscount {
  const { discountPeriods = null, discountUntil = null, laterDiscounts = null } = wanted;
  const discountPercent = wanted.discountPercent ?? null;
  const discountAmount = amountOf(wanted.discountAmount ?? null, subscription.currency, at);
  if (discountPercent !== null && discountAmount !== null) {
    throw invalidField(`${at}/discountAmount`, 'twice', 'goes instead of a percentage');
  }
  if (discountPercent === null && discountAmount === null && laterDiscounts === null) {
    if (discountPeriods === null) return NO_DISCOUNT;
    throw invalidField(`${at}/discountPeriods`, 'discount', 'goes with a discount only');
  }
  const begins = from > subscription.billedFrom ? from : subscription.billedFrom;
  const grid = gridOf(subscription);
  const until =
    discountPeriods === null
      ? discountUntil
      : discountEnd(grid, { from: begins, periods: discountPeriods });
  if (until !== null && until <= from) return NO_DISCOUNT;
  return { discountPercent, discountAmount, discountUntil: until, laterDiscounts };
}

/** @throws DomainError validation_failed */
function amountOf(amount: string | null, currency: Currency, at: string): bigint | null {
  if (amount === null) return null;
  const minor = parseMinor(amount, currency);
  if (minor === undefined) {
    throw invalidField(`${at}/discountAmount`, 'scale', `has more decimals than ${currency}`);
  }
  return minor === 0n ? null : minor;
}

/** @throws DomainError validation_failed */
function overridesOf(
  { overrides, agreed = null }: WantedItem,
  version: OfferedPlan['version'],
  at: { readonly currency: Currency; readonly at: string },
): ItemOverrides | null {
  if (overrides !== undefined && overrides !== null) {
    const faults = overrideFaults(overrides, version, at);
    if (faults.length > 0) throw invalidFields(faults);
  }
  return knownOverrides(overrides === undefined ? agreed : overrides, version);
}

/** Usage of one plan is charged once: no two of its items can agree on it otherwise. */
function refuseMixed(rows: readonly SubscriptionItem[]): void {
  const known = new Map<string, SubscriptionItem>();
  for (const row of rows) {
    const first = known.get(row.planVersionId) ?? row;
    known.set(row.planVersionId, first);
    if (isAgreedAlike(first.overrides, row.overrides)) continue;
    const pointer = `/items/${row.position - 1}/overrides`;
    throw invalidField(pointer, 'mixed', 'must be those of the other items of the plan');
  }
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
