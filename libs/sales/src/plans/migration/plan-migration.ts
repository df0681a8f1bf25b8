import { addDays, type LocalDate } from '@quittance/calendar';
import { newId, type Instant } from '@quittance/kernel';
import { sumOf } from '@quittance/money';
import { mrrOf } from '../../revenue/mrr.js';
import { beginsByDiscount } from '../../subscriptions/discounts/item-discount.js';
import { plannedChange, type PlannedChange } from '../../subscriptions/changes/plan-change.js';
import { nextGridDate } from '../../subscriptions/grid.js';
import type {
  Subscription,
  SubscriptionItem,
} from '../../subscriptions/subscription.description.js';
import type { WholeSubscription } from '../../subscriptions/subscription.repository.js';
import { mayBe } from '../../subscriptions/subscription.js';
import { gridOf } from '../../subscriptions/subscription.view.js';
import { isAgreedAlike, knownOverrides } from '../agreed-terms.js';
import type { PlanVersion } from '../plan-version.description.js';
import { periodNet, planPrice, type PlanVersionId } from '../plan-version.js';

export const MIGRATION_TIMES = ['renewal', 'period_end', 'day'] as const;
/** With which period subscriptions move: the first of the next term, the next, or one from a day on. */
export type MigrationTime = (typeof MIGRATION_TIMES)[number];

/** Why a subscription is left on the version it has. */
export const MIGRATION_REFUSALS = [
  'subscription_not_active',
  'change_pending',
  'frequency_mismatch',
  'item_currency_mismatch',
  'item_overrides_differ',
  'record_awaits_approval',
] as const;
export type MigrationRefusal = (typeof MIGRATION_REFUSALS)[number];

/** Which items move, to what, and when. */
export interface MigrationTerms {
  /** Null: any other version of the plan. */
  readonly from: PlanVersionId | null;
  readonly to: PlanVersion;
  readonly on: MigrationTime;
  readonly day: LocalDate | null;
  /** What is agreed of prices and of usage gives way to the plan. */
  readonly dropOverrides: boolean;
  readonly today: LocalDate;
  readonly now: Instant;
}

/** What a migration makes of a subscription: with what monthly revenue before and after. */
export interface Migrated {
  readonly change: PlannedChange;
  readonly before: bigint;
  readonly after: bigint;
}

/** What there is of a subscription beside what it says itself. */
export interface MigratedTerm {
  /** The last day of the contract it goes on under. */
  readonly end: LocalDate | null;
  /** The first day that no invoice was made for; null where nothing is billed. */
  readonly coveredUntil: LocalDate | null;
}

/**
 * The first day of the period that it moves with: never one that has begun, or was billed ahead,
 * so that no billed period has two prices.
 */
export function migrationDay(
  subscription: Subscription,
  { on, day, today }: Pick<MigrationTerms, 'on' | 'day' | 'today'>,
  { end, coveredUntil }: MigratedTerm,
): LocalDate {
  const { status, startDate, billedFrom } = subscription;
  if (status === 'pending' && on === 'period_end') return startDate;
  const wanted = on === 'day' ? day : on === 'renewal' && end !== null ? addDays(end, 1) : null;
  const earliest = [wanted, coveredUntil].reduce<LocalDate>(
    (latest, each) => (each !== null && each > latest ? each : latest),
    addDays(today, 1),
  );
  if (earliest <= billedFrom) return billedFrom;
  return nextGridDate(gridOf(subscription), earliest);
}

/** Pure, but for the ids of new rows. */
export function migrated(
  whole: WholeSubscription,
  terms: MigrationTerms,
  effectiveOn: LocalDate,
): Migrated | MigrationRefusal {
  const { subscription, items } = whole;
  const { to } = terms;
  const { status, currency, frequency, timing, awaitsOrder } = subscription;
  // What was sold by an order begins with the version that the order was for.
  if (awaitsOrder) return 'subscription_not_active';
  if (status !== 'pending' && !mayBe('change', status)) return 'subscription_not_active';
  if (status !== 'pending' && isPlannedBehind(items, terms.today)) return 'change_pending';
  if (to.frequency !== frequency || to.timing !== timing) return 'frequency_mismatch';
  const wanted: SubscriptionItem[] = [];
  for (const item of items.filter(({ validTo }) => validTo === null || validTo > effectiveOn)) {
    const moved = moves(item, terms) ? movedItem(item, terms, { currency, effectiveOn }) : item;
    if (moved === undefined) return 'item_currency_mismatch';
    wanted.push(moved);
  }
  if (isMixed(wanted)) return 'item_overrides_differ';
  const change = plannedChange(whole, wanted, effectiveOn);
  const mrr = (some: readonly SubscriptionItem[]) =>
    sumOf(some.map(({ net }) => mrrOf(net, frequency)));
  return { change, before: mrr(change.before), after: mrr(change.after) };
}

/** Something else was planned already: it may have been agreed on. */
function isPlannedBehind(items: readonly SubscriptionItem[], today: LocalDate): boolean {
  return items.some((item) => {
    const { validFrom, validTo, discountUntil } = item;
    const begins = validFrom > today && !beginsByDiscount(items, item);
    return begins || (validTo !== null && validTo > today && validTo !== discountUntil);
  });
}

/** Usage of one version is charged once: what was agreed of it cannot differ among its items. */
function isMixed(items: readonly SubscriptionItem[]): boolean {
  const first = new Map<string, SubscriptionItem>();
  return items.some((item) => {
    const known = first.get(item.planVersionId) ?? item;
    first.set(item.planVersionId, known);
    return !isAgreedAlike(known.overrides, item.overrides);
  });
}

function moves({ planId, planVersionId }: SubscriptionItem, { from, to }: MigrationTerms): boolean {
  if (planId !== to.planId || planVersionId === to.id) return false;
  return from === null || planVersionId === from;
}

/** Undefined where the version has no price in the currency. */
function movedItem(
  item: SubscriptionItem,
  { to, dropOverrides, now }: MigrationTerms,
  { currency, effectiveOn }: { readonly currency: string; readonly effectiveOn: LocalDate },
): SubscriptionItem | undefined {
  const { quantity, discountPercent, discountAmount } = item;
  const priceOverridden = item.priceOverridden && !dropOverrides;
  const price = planPrice(to, currency, quantity)?.unitPrice ?? chargedAlone(to, currency);
  const unitPrice = priceOverridden ? item.unitPrice : price;
  if (unitPrice === undefined) return undefined;
  return {
    ...item,
    id: newId<'subscription-item'>(),
    validFrom: item.validFrom > effectiveOn ? item.validFrom : effectiveOn,
    planVersionId: to.id,
    overrides: dropOverrides ? null : knownOverrides(item.overrides, to),
    unitPrice,
    priceOverridden,
    net: periodNet({ quantity, unitPrice, discountPercent, discountAmount }, currency),
    createdAt: now,
  };
}

/** A plan of charges alone costs nothing by itself. */
function chargedAlone({ prices, charges }: PlanVersion, currency: string): string | undefined {
  const charged = charges.some((charge) =>
    charge.prices.some((each) => each.currency === currency),
  );
  return prices.length === 0 && charged ? '0' : undefined;
}
