import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { refuseWaiting } from '../moves.js';
import { formatMinor } from '@quittance/money';
import {
  itemRows,
  offeredItems,
  refuseInactive,
  refuseUnknownCodes,
  type OfferedItem,
  type WantedItem,
} from '../new-items.js';
import type { SubscriptionItem } from '../subscription.description.js';
import { itemsOn } from '../subscription.view.js';
import { changeUnsettled, frequencyMismatch } from '../subscription.errors.js';
import { itemsAfter, type WholeSubscription } from '../subscription.repository.js';
import { withoutAmounts } from '../discounts/discount-steps.js';
import { refuseAgreedLater } from './agreed-later.js';
import { refuseChangedSince, refuseEndedSince } from './back-dated.js';
import { costsMore, gridAfter, refuseBehindGrid } from './change-of-frequency.js';
import { dueChangeDay } from './due-change.js';
import { givenWay, settledTogether, withoutPlanned } from './given-way.js';
import { settlementOf, type BilledState } from './period-settlement.js';
import {
  changeDay,
  plannedChange,
  refuseBilledDay,
  refuseUnknownItems,
  type ChangeTerms,
  type PlannedChange,
} from './plan-change.js';
import { rowsBetween } from './planned-rows.js';
import { taxesOfPaid } from './taxes-of-paid.js';

/** Other items that are asked for, and when they are to hold. */
export interface AskedItems extends ChangeTerms {
  readonly items: readonly WantedItem[];
}

/** What is known on the day on which a change is asked for. */
interface AskedOn {
  readonly today: LocalDate;
  /** For which days from one on invoices were made. */
  readonly billedOn: (day: LocalDate) => Promise<BilledState>;
}

/**
 * What other items make of a subscription: for the preview and for the change itself. Unless a time
 * is told, what raises the net of a period holds at once, and else with the next one. Of a day to
 * come that is billed it is what is settled then, unless what is paid for is another by then.
 * @throws DomainError subscription_not_active, validation_failed, plan_not_offered,
 *   frequency_mismatch, item_currency_mismatch, change_pending, change_unsettled, tax_code_unknown
 */
export async function planItems(
  tx: Tx,
  whole: WholeSubscription,
  { items: asItWasAsked, ...terms }: AskedItems,
  { today, billedOn }: AskedOn,
): Promise<PlannedChange> {
  const { subscription, items } = whole;
  const ofToday = await billedOn(today);
  const wanted = named(whole, asItWasAsked, today);
  refuseWaiting(subscription);
  refuseUnsettled(subscription, today);
  refuseUnknownItems(items, wanted);
  await refuseUnknownCodes(tx, wanted);
  const changedFrom = async (effective: ChangeTerms) => {
    const effectiveOn = changeDay(subscription, effective, { today, billed: ofToday });
    if (effectiveOn < today) await refuseChangedSince(tx, whole, effectiveOn, today);
    refuseBehindGrid(subscription, effectiveOn);
    await refuseAgreedLater(tx, whole, effectiveOn);
    const held = await withoutPlanned(tx, whole, { on: effectiveOn, today });
    const { offered, is } = await offersOn(tx, held, wanted, effectiveOn);
    const discounted = offered.map((each) => sameDiscount(held, each, effectiveOn));
    // Periods of a discount are counted as they are from then on.
    const grid = gridAfter(subscription, { on: effectiveOn, frequency: is, today });
    const moved = { ...subscription, ...grid };
    const rows = itemRows(tx, discounted, { subscription: moved, from: effectiveOn });
    const planned = plannedChange(held, rows, effectiveOn);
    return { planned: { ...planned, rows: rowsFrom(whole, held, planned) }, is, held };
  };
  const asked = await changedFrom(terms);
  const was = subscription.frequency;
  const raises = terms.effective === undefined && costsMore(asked.planned, { was, is: asked.is });
  const now = { ...terms, effective: 'now' } as const;
  const { planned: change, is, held } = raises ? await changedFrom(now) : asked;
  const { effectiveOn: on, ahead } = change;
  const { proration = 'prorated', billing } = terms;
  const grid = gridAfter(subscription, { on, frequency: is, today });
  // An earlier change of the day holds as long as no other takes its place.
  const before = on <= today && on >= subscription.startDate ? itemsOn(items, on) : change.before;
  const gaveWay = await givenWay(tx, whole, held, billedOn);
  const told = { ...change, before, grid, frequency: is, billing, gaveWay };
  const isBilled = on >= subscription.billedFrom && on < (ofToday.coveredUntil ?? on);
  if (on < today) await refuseEndedSince(tx, change);
  if (is === was) {
    const billed = isBilled && on !== today ? await billedOn(on) : ofToday;
    const taxOf = await taxesOfPaid(tx, billed, ahead);
    const settled = { on, after: ahead, taxOf, proration, billing };
    const settlement = settlementOf(whole, billed, settled);
    if (on < today)
      return { ...told, settlement: settlement && { ...settlement, issueDate: today } };
    const later = isBilled && on > today ? { on, proration, billing: billing ?? 'now' } : null;
    const shown = { ...told, settlement };
    return {
      ...told,
      settlement: await settledTogether(tx, whole, shown, { proration, billedOn }),
      later,
    };
  }
  // What is paid for comes back, and a new period is billed from the day on.
  if (isBilled || on < today) refuseBilledDay(on, ofToday, today);
  const billed = ofToday;
  const released = { on, after: [], proration, billing, releases: true };
  if (!isBilled) return { ...told, settlement: gaveWay?.settlement ?? null };
  return { ...told, settlement: settlementOf(whole, billed, released) };
}

/**
 * A change whose day has come is brought before any other; where it still waits for its contract,
 * another in its place would lose what it asks and gives back.
 */
function refuseUnsettled(subscription: WholeSubscription['subscription'], today: LocalDate): void {
  const day = dueChangeDay(subscription, today);
  if (day !== null) throw changeUnsettled({ day });
}

/** What is offered for items that are to hold from a day on, of one frequency and the timing. */
async function offersOn(
  tx: Tx,
  whole: WholeSubscription,
  wanted: readonly WantedItem[],
  day: LocalDate,
) {
  const { subscription } = whole;
  const found = await offeredItems(
    tx,
    wanted.map((each) => sameVersion(whole, each, day)),
  );
  const is = found[0]?.offered.version.frequency ?? subscription.frequency;
  const offered = is === subscription.frequency ? found : agreedAnew(found, wanted);
  for (const { wanted: each, offered: plan } of offered) {
    if (each.itemId === undefined) refuseInactive([{ wanted: each, offered: plan }]);
    const { frequency, timing } = plan.version;
    if (frequency === is && timing === subscription.timing) continue;
    throw frequencyMismatch({ plan: plan.name, frequency, timing });
  }
  return { offered, is };
}

/** What becomes of the rows that there are, where a change starts from others. */
function rowsFrom(
  { items }: WholeSubscription,
  held: WholeSubscription,
  { rows }: PlannedChange,
): PlannedChange['rows'] {
  return held.items === items ? rows : rowsBetween(items, itemsAfter(held.items, rows));
}

/**
 * An item that names its plan alone is the one that there is of it: a subscription stays on its
 * version unless another is told.
 */
function named(
  { subscription: { startDate }, items }: WholeSubscription,
  wanted: readonly WantedItem[],
  today: LocalDate,
): readonly WantedItem[] {
  const held = itemsOn(items, today > startDate ? today : startDate);
  const open = items.filter(({ validTo }) => validTo === null);
  const told = new Set(wanted.map(({ itemId }) => itemId));
  return wanted.map((each) => {
    if (each.itemId !== undefined) return each;
    const isAlone = wanted.filter(({ planId }) => planId === each.planId).length === 1;
    const ofPlan = (some: readonly SubscriptionItem[]) =>
      some.filter(({ planId }) => planId === each.planId);
    const now = ofPlan(held);
    const own = now.length > 0 ? now : ofPlan(open);
    const [only] = own;
    if (!isAlone || own.length !== 1 || !only || told.has(only.itemId)) return each;
    return { ...each, itemId: only.itemId };
  });
}

/**
 * The item as it is on the day of a change, and not as it is planned to be later: that gives way to
 * the change.
 */
function heldOn(
  { subscription: { startDate }, items }: WholeSubscription,
  id: WantedItem['itemId'],
  day: LocalDate,
): SubscriptionItem | undefined {
  const own = items.filter(({ itemId }) => itemId === id);
  return itemsOn(own, day > startDate ? day : startDate)[0] ?? own.at(-1);
}

/**
 * An item that stays with its plan stays on its version, unless another is named, and at its agreed
 * price; what else is not said of it stays as well.
 */
function sameVersion(whole: WholeSubscription, wanted: WantedItem, day: LocalDate): WantedItem {
  const held = heldOn(whole, wanted.itemId, day);
  if (wanted.itemId === undefined || held?.planId !== wanted.planId) return wanted;
  const { planVersionId, description, quantity, taxCode, placeOf, overrides: agreed } = held;
  return {
    planVersionId,
    description,
    quantity,
    taxCode,
    placeOf,
    agreed,
    ...(held.priceOverridden && { unitPrice: held.unitPrice }),
    ...wanted,
  };
}

/**
 * What was agreed for a period of another length is not agreed for that of the new one: neither a
 * price, nor what is free or asked at least of usage. It is told with the change, or ends.
 */
function agreedAnew(
  offered: readonly OfferedItem[],
  asked: readonly WantedItem[],
): readonly OfferedItem[] {
  return offered.map(({ wanted, offered: plan }, i) => {
    return { offered: plan, wanted: { ...wanted, agreed: null, unitPrice: asked[i]?.unitPrice } };
  });
}

/**
 * An item keeps its discount, and one for a number of periods as long as it was to, with what is
 * given behind it, unless another is told; with another plan it ends, and an amount with other
 * periods.
 */
function sameDiscount(whole: WholeSubscription, each: OfferedItem, on: LocalDate): OfferedItem {
  const { currency, frequency, startDate } = whole.subscription;
  const { wanted, offered } = each;
  const { discountPercent, discountAmount, discountPeriods } = wanted;
  if (discountPercent !== undefined || discountAmount !== undefined) return each;
  const own = whole.items.filter(({ itemId }) => itemId === wanted.itemId);
  const limited = own.find((row) => isLimited(row, { on, startDate }));
  const held = limited ?? heldOn(whole, wanted.itemId, on);
  if (held?.planId !== offered.planId) return each;
  const given = offered.version.frequency === frequency ? held : withoutAmounts(held);
  const { discountAmount: off, discountUntil, laterDiscounts } = given;
  const kept = {
    discountPercent: given.discountPercent,
    discountAmount: off === null ? null : formatMinor(off, currency),
    ...(discountPeriods === undefined
      ? { discountUntil, laterDiscounts }
      : { discountUntil: null, laterDiscounts: null }),
  };
  return { offered, wanted: { ...wanted, ...kept } };
}

/**
 * Whether a discount for a number of periods goes on behind a day; on the first also one of it. One
 * that another has taken the place of by then does not.
 */
function isLimited(
  { validFrom, validTo, discountUntil }: SubscriptionItem,
  { on, startDate }: { readonly on: LocalDate; readonly startDate: LocalDate },
): boolean {
  const isHeld = (validFrom < on || validFrom <= startDate) && (validTo === null || validTo >= on);
  return isHeld && discountUntil !== null && discountUntil > on;
}
