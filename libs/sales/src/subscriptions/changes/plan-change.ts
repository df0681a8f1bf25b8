import { lineProducts } from '@quittance/lines';
import { addDays, type LocalDate } from '@quittance/calendar';
import { invalidField } from '@quittance/kernel';
import { trimDecimal } from '@quittance/money';
import { overridesKey } from '../../plans/agreed-terms.js';
import { refuseFarDays } from '../../sold-days.js';
import { discountKey } from '../discounts/discount-steps.js';
import { nextGridDate } from '../grid.js';
import { refuseOtherDay } from './asked-day.js';
import type { WantedItem } from '../new-items.js';
import type {
  LaterSettlement,
  Subscription,
  SubscriptionItem,
} from '../subscription.description.js';
import { itemsAfter, type ItemChange, type WholeSubscription } from '../subscription.repository.js';
import type { Proration } from '../proration.js';
import type { BilledState, ChangeBilling, PeriodSettlement } from './period-settlement.js';
import { refuseUnlessMay, type ChangeTime } from '../subscription.js';
import { billedPeriod, gridOf, itemsFrom, itemsOn } from '../subscription.view.js';

/** When other items are to hold; unless it is told, what costs more does at once. */
export interface ChangeTerms {
  readonly effective?: ChangeTime;
  /** With `day`. */
  readonly day?: LocalDate;
  readonly proration?: Proration;
  /** `now` unless told. */
  readonly billing?: ChangeBilling;
}

/**
 * The day from which other items hold: at once before the start and on trial, else as it is asked,
 * or with the next period where nothing is. A day that is past lies within the period that runs.
 * @throws DomainError subscription_not_active, validation_failed
 */
export function changeDay(
  subscription: Subscription,
  { effective = 'period_end', day }: ChangeTerms,
  { today, billed }: { readonly today: LocalDate; readonly billed: BilledState },
): LocalDate {
  refuseOtherDay('effective', effective, day);
  refuseFarDays({ day });
  const { status, startDate, billedFrom } = subscription;
  const coveredUntil = billed.coveredUntil ?? billedFrom;
  if (status === 'pending') return startDate;
  refuseUnlessMay('change', status);
  if (status === 'trialing' || effective === 'now') return today;
  if (day !== undefined) {
    const earliest = day < today ? (billedPeriod(subscription, today)?.start ?? today) : day;
    if (day < earliest) throw invalidField('/day', 'min', `must not be before ${earliest}`);
    return day;
  }
  const tomorrow = addDays(today, 1);
  const from = tomorrow > billedFrom ? tomorrow : billedFrom;
  return nextGridDate(gridOf(subscription), from > coveredUntil ? from : coveredUntil);
}

/**
 * Other periods begin today, or behind all days that are billed.
 * @throws DomainError validation_failed
 */
export function refuseBilledDay(
  day: LocalDate,
  { coveredUntil }: BilledState,
  today: LocalDate,
): void {
  if (day === today) return;
  if (day < today) throw invalidField('/day', 'min', `must not be before ${today}`);
  const why = `lies in a period that is billed; the next one begins on ${coveredUntil}`;
  throw invalidField('/day', 'billed', why);
}

/** Other items of a subscription from a day on. */
export interface PlannedChange {
  readonly effectiveOn: LocalDate;
  readonly rows: ItemChange;
  /** The items of that day as they would be without it, and with it. */
  readonly before: readonly SubscriptionItem[];
  readonly after: readonly SubscriptionItem[];
  /** With it on that day and behind it, where discounts are over. */
  readonly ahead: readonly SubscriptionItem[];
  /** What becomes of its periods. */
  readonly grid?: Partial<Subscription>;
  /** How often it bills from then on. */
  readonly frequency?: Subscription['frequency'];
  /** When what it comes to is invoiced, as it was asked; `now` unless told. */
  readonly billing?: ChangeBilling | undefined;
  /** What of days that are billed is asked or given back; null where nothing is. */
  readonly settlement?: PeriodSettlement | null;
  /** How that is settled, where it is with the day, by what is paid for then. */
  readonly later?: LaterSettlement | null;
  /** The change that was planned for an earlier day and gives way to it; null where none was. */
  readonly gaveWay?: {
    readonly on: LocalDate;
    /** The items as they would be without either. */
    readonly items: readonly SubscriptionItem[];
    /** What comes back, or is asked, of days that were billed with it. */
    readonly settlement: PeriodSettlement | null;
  } | null;
}

/** What makes an item another one. */
function termsOf(item: SubscriptionItem): string {
  const { planVersionId, quantity, unitPrice, description, position, priceOverridden } = item;
  const numbers = [quantity, unitPrice].map(trimDecimal);
  const discount = discountKey(item);
  const agreed = [priceOverridden, overridesKey(item.overrides)];
  const tax = lineProducts.taxedBy(item);
  return JSON.stringify([position, planVersionId, numbers, discount, tax, description, agreed]);
}

/**
 * Puts the items that are wanted in place of those that hold on a day and of all that is planned
 * behind it. What stays as it is keeps its row.
 */
export function plannedChange(
  { subscription, items }: WholeSubscription,
  wanted: readonly SubscriptionItem[],
  effectiveOn: LocalDate,
): PlannedChange {
  const current = itemsOn(
    items,
    effectiveOn < subscription.startDate ? effectiveOn : lastBefore(subscription, effectiveOn),
  );
  const known = new Map(current.map((item) => [item.itemId, item]));
  const planned = items.filter(
    (item) => item.validFrom >= effectiveOn && !current.some(({ id }) => id === item.id),
  );
  const kept = new Set<SubscriptionItem>();
  const closed: SubscriptionItem[] = [];
  const opened: SubscriptionItem[] = [];
  for (const item of wanted) {
    const held = known.get(item.itemId);
    known.delete(item.itemId);
    if (held && termsOf(held) === termsOf(item)) {
      if (held.validTo !== item.validTo) closed.push({ ...held, validTo: item.validTo });
      continue;
    }
    if (held) closed.push({ ...held, validTo: effectiveOn });
    // What begins later, once a discount is over, may be planned just so.
    const same = planned.find((row) => row.validFrom === item.validFrom && isSameRow(row, item));
    if (same && item.validFrom > effectiveOn) kept.add(same);
    else opened.push(item);
  }
  for (const gone of known.values()) closed.push({ ...gone, validTo: effectiveOn });
  // What was planned before holds on no day: the first rows of an unstarted one among it.
  const dropped = planned
    .filter((item) => !kept.has(item))
    .map((item) => ({ ...item, validTo: item.validFrom }));
  const rows = { closed: [...dropped, ...closed], opened };
  const held = itemsAfter(items, rows);
  return {
    effectiveOn,
    rows,
    before: current,
    after: itemsOn(held, effectiveOn),
    ahead: itemsFrom(held, effectiveOn),
  };
}

function isSameRow(a: SubscriptionItem, b: SubscriptionItem): boolean {
  return a.itemId === b.itemId && a.validTo === b.validTo && termsOf(a) === termsOf(b);
}

/** The day whose items a change replaces: the one before it, but none before the start. */
function lastBefore({ startDate }: Subscription, day: LocalDate): LocalDate {
  const before = addDays(day, -1);
  return before < startDate ? startDate : before;
}

/** @throws DomainError validation_failed where an item is named that does not hold */
export function refuseUnknownItems(
  items: readonly SubscriptionItem[],
  wanted: readonly WantedItem[],
): void {
  const known = new Set(items.map(({ itemId }) => itemId));
  wanted.forEach(({ itemId }, i) => {
    if (itemId === undefined || known.delete(itemId)) return;
    throw invalidField(
      `/items/${i}/itemId`,
      'reference_not_found',
      'There is no such item, or it is named twice.',
    );
  });
}
