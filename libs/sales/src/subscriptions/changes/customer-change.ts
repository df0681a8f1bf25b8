import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { inMillionths, quantityFault, readSoldBy, refuseQuantity } from '@quittance/catalog';
import { companyToday, readCompanyTerms, readToday } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import { DomainError, invalidField, type Ctx } from '@quittance/kernel';
import { priceDocumentLines, quotedSellerOf } from '@quittance/lines';
import { formatMinor, trimDecimal, type Currency } from '@quittance/money';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import { planNotOffered } from '../../plans/plan.errors.js';
import type { PlanId } from '../../plans/plan-version.js';
import { sellingAccount } from '../../quotes/draft-quote.js';
import { resumedAsDebtor } from '../../debts/debt.js';
import { SubscriptionDebts } from '../../debts/subscription-debts.js';
import { endsBehind } from '../ends/ends-behind.js';
import { kept, resumedSubscription, unpaused } from '../moves.js';
import type { WantedItem } from '../new-items.js';
import type { Subscription, SubscriptionItem } from '../subscription.description.js';
import { pauseNotOffered, previewStale, subscriptionNotActive } from '../subscription.errors.js';
import type { SubscriptionStep } from '../records/subscription-step.js';
import { SubscriptionSteps } from '../subscription-steps.js';
import {
  lockSubscription,
  readSubscription,
  type WholeSubscription,
} from '../subscription.repository.js';
import type { ChangeTime, SubscriptionId } from '../subscription.js';
import { itemsOn, subscriptionView, type SubscriptionView } from '../subscription.view.js';
import { addedByChange, addedByGoingOn, type GrossOf } from './added-spending.js';
import { changePreview, type ChangePreview } from './change-preview.js';
import { changeStep, plannedItems } from './change-subscription.js';
import { offeredToCustomer, type CustomerPlan } from './customer-plans.js';
import { customersMayPause } from './customer-pauses.js';
import { planItems } from './planned-items.js';
import { takenBackDays, type TakenBackDay } from './taken-back-days.js';

/** Another plan, or another quantity, of one item of a subscription; nothing else of it is theirs. */
export interface CustomerPlanAsk {
  readonly planId: PlanId;
  readonly quantity: string;
  /** Of which item; the only one where nothing is said. */
  readonly itemId?: SubscriptionItem['itemId'] | undefined;
  /** Unless told, what costs more holds at once, and else with the next period. */
  readonly effective?: Extract<ChangeTime, 'now' | 'period_end'> | undefined;
}

/** The same of a subscription: as its preview has shown it, or for no more than was approved. */
export type CustomerPlanChange = CustomerPlanAsk & { readonly id: SubscriptionId } & (
    | { readonly previewHash: string; readonly atMost?: undefined }
    | { readonly previewHash?: undefined; readonly atMost: bigint }
  );

/** What it would commit the customer to, for whoever asks whether they may. */
export interface WantedChange {
  readonly subscription: Subscription;
  /** Minor units: a period with tax, as far as it is more than was agreed for its days. */
  readonly total: bigint;
  readonly currency: Currency;
  /** The day from which it holds. */
  readonly from: LocalDate;
}

/** What customers change of their subscriptions themselves: the plan and the quantity of an item. */
@Injectable()
export class CustomerChange {
  constructor(
    private readonly db: Database,
    private readonly taxes: TaxQuotes,
    private readonly steps: SubscriptionSteps,
    private readonly debts: SubscriptionDebts,
  ) {}

  /** The plans that the items of a subscription may change to. */
  plans(ctx: Ctx, id: SubscriptionId): Promise<CustomerPlan[]> {
    return this.db.read(ctx, async (tx) => offeredToCustomer(tx, await readSubscription(tx, id)));
  }

  /**
   * @throws DomainError not_found, subscription_not_active, plan_not_offered, frequency_mismatch,
   *   item_currency_mismatch, quantity_below_minimum, quantity_step, change_pending,
   *   validation_failed
   */
  preview(ctx: Ctx, id: SubscriptionId, ask: CustomerPlanAsk): Promise<ChangePreview> {
    return this.steps.readChanged(ctx, id, async (tx, whole, today) => {
      const billedOn = (day: LocalDate) => this.steps.followers.billed(tx, id, day, false);
      const items = await itemsWith(tx, whole, ask, today);
      const asked = { items, ...(ask.effective && { effective: ask.effective }) };
      return changePreview(
        whole.subscription,
        await planItems(tx, whole, asked, { today, billedOn }),
      );
    });
  }

  /** A transaction in which plans are changed: taxes are settled with it. */
  write<T>(ctx: Ctx, work: (tx: Tx, taxes: Taxes) => Promise<T>): Promise<T> {
    return this.taxes.write(ctx, work);
  }

  /** A subscription behind its lock. @throws DomainError not_found */
  lock(tx: Tx, id: SubscriptionId): Promise<WholeSubscription> {
    return lockSubscription(tx, id);
  }

  /**
   * Makes a change that was previewed, or approved days later at no higher price; null where
   * somebody else is asked first. One that was made already is answered as it stands: repeating it
   * changes nothing.
   * @param commit whether it may be made now; what costs no more commits to nothing
   * @throws DomainError preview_stale, and those of `preview`
   */
  async change(
    tx: Tx,
    taxes: Taxes,
    { id, previewHash, atMost, ...ask }: CustomerPlanChange,
    commit: (wanted: WantedChange) => Promise<boolean>,
  ): Promise<SubscriptionView | null> {
    const { before, today } = await this.held(tx, taxes, id);
    const { subscription } = before;
    const items = await itemsWith(tx, before, ask, today);
    const asked = { items, previewHash, ...(ask.effective && { effective: ask.effective }) };
    const { followers } = this.steps;
    const planned = await plannedItems(tx, followers, before, asked, today).catch((fault) => {
      // What was previewed is another thing once it was made.
      if (previewHash !== undefined && isStale(fault) && isMade(before, ask, today)) return null;
      throw fault;
    });
    if (planned === null) return subscriptionView(before, today);
    const { currency } = subscription;
    const grossOf = await grossIn(tx, taxes, subscription);
    const total = addedByChange(before, planned, grossOf);
    if (atMost !== undefined && total > atMost) throw previewStale();
    const wanted = { subscription, total, currency, from: planned.effectiveOn };
    if (total > 0n && !(await commit(wanted))) return null;
    const step = changeStep(before, planned, today, null);
    const [view] = await this.steps.take(tx, [{ before, step, grossOf }], today, taxes);
    return view ?? subscriptionView(before, today);
  }

  /**
   * Takes back an end that was told and has not come, or else a pause, come or not; null where
   * somebody else is asked first. What goes on anyway is answered as it stands.
   * @param commit whether it may be made now: what is billed behind the day is spent again
   * @throws DomainError not_found, subscription_not_active, subscription_cancelled, preview_stale
   */
  async keep(
    tx: Tx,
    taxes: Taxes,
    { id, atMost }: { readonly id: SubscriptionId; readonly atMost?: bigint | undefined },
    commit: (wanted: WantedChange) => Promise<boolean>,
  ): Promise<SubscriptionView | null> {
    const { before, today } = await this.held(tx, taxes, id);
    const { subscription } = before;
    const back = await this.takenBack(tx, subscription, today);
    if (back === null) return subscriptionView(before, today);
    const { currency } = subscription;
    const total = addedByGoingOn(before, back.from, await grossIn(tx, taxes, subscription));
    if (atMost !== undefined && total > atMost) throw previewStale();
    const wanted = { subscription, total, currency, from: back.from };
    if (total > 0n && !(await commit(wanted))) return null;
    const [view] = await this.steps.take(tx, [{ before, step: back.step }], today, taxes);
    return view ?? subscriptionView(before, today);
  }

  /** Of subscriptions, the days of ends and of pauses that were taken back before they came. */
  takenBackDays(tx: Tx, ids: readonly SubscriptionId[]): Promise<TakenBackDay[]> {
    return takenBackDays(tx, ids);
  }

  /** A subscription behind its lock, with the change whose day has come. */
  private async held(tx: Tx, taxes: Taxes, id: SubscriptionId) {
    const today = await readToday(tx);
    const locked = await lockSubscription(tx, id);
    return { before: await this.steps.changedBy(tx, locked, today, taxes), today };
  }

  /** What a customer takes back, and the day behind which it goes on by that. */
  private async takenBack(
    tx: Tx,
    subscription: Subscription,
    today: LocalDate,
  ): Promise<{ readonly step: SubscriptionStep; readonly from: LocalDate } | null> {
    const { id, status, suspendedReason, cancelAt, pauseOn } = subscription;
    const behind = (await endsBehind(tx, [subscription])).get(id);
    // An end that nobody has told, of a contract or of the term that was sold, stays.
    const isTold = behind !== undefined || (cancelAt !== null && cancelAt <= today);
    if (!isTold && status === 'suspended') {
      // What the company has stopped, or paused beside its plans, goes on by the company.
      const isPause = suspendedReason === 'pause';
      if (!isPause) throw subscriptionNotActive({ status, operation: 'resume' });
      if (!(await customersMayPause(tx, id, today))) throw pauseNotOffered();
      const step = resumedSubscription(subscription, today);
      const isDebtor = await this.debts.isIndebted(tx, subscription, today);
      return { step: isDebtor ? resumedAsDebtor(step) : step, from: today };
    }
    if (!isTold && pauseOn !== null) {
      const step = unpaused(subscription, today);
      return step && { step, from: pauseOn };
    }
    const step = kept(subscription, behind, today);
    if (step === null && cancelAt !== null) {
      throw subscriptionNotActive({ status: `${status} until ${cancelAt}`, operation: 'resume' });
    }
    return step && { step, from: cancelAt ?? today };
  }
}

/**
 * All items, with the one that is asked for on its other plan: as they stand but for that.
 * @throws DomainError plan_not_offered, quantity_below_minimum, quantity_step, validation_failed
 */
async function itemsWith(
  tx: Tx,
  whole: WholeSubscription,
  { planId, quantity, itemId }: CustomerPlanAsk,
  today: LocalDate,
): Promise<WantedItem[]> {
  const { subscription, items } = whole;
  const on = today < subscription.startDate ? subscription.startDate : today;
  const held = itemsOn(items, on);
  const asked = itemId === undefined && held.length === 1 ? held[0]?.itemId : itemId;
  if (asked === undefined) {
    throw invalidField('/itemId', 'required', 'is required where there are several items');
  }
  const item = held.find((each) => each.itemId === asked);
  if (!item) throw invalidField('/itemId', 'reference_not_found', 'There is no such item.');
  const offered = await offeredToCustomer(tx, whole);
  const isOffered = offered.some((each) => each.id === planId && each.productId === item.productId);
  if (item.planId !== planId && !isOffered) {
    throw planNotOffered({ plan: planId, reason: 'it is not offered for this subscription' });
  }
  await refuseUnsold(tx, item, quantity);
  return held.map((each) =>
    each.itemId === asked
      ? { itemId: each.itemId, planId, quantity }
      : { itemId: each.itemId, planId: each.planId, quantity: each.quantity },
  );
}

/**
 * A quantity is agreed with the company; another is one that is sold, and at least one unless the
 * product says otherwise: less than that were an end, which gives nothing back.
 * @throws DomainError quantity_below_minimum, quantity_step
 */
async function refuseUnsold(tx: Tx, held: SubscriptionItem, quantity: string): Promise<void> {
  if (inMillionths(quantity) === inMillionths(held.quantity)) return;
  const sold = await readSoldBy(tx, held.productId);
  // The least of them: one, what was agreed, or a step of less than one.
  const [least = '1'] = [held.quantity, sold.quantityStep ?? '1', '1'].sort((a, b) =>
    inMillionths(a) < inMillionths(b) ? -1 : 1,
  );
  const product = { ...sold, minimumQuantity: sold.minimumQuantity ?? least };
  const fault = quantityFault(product, quantity);
  if (fault) throw refuseQuantity(fault, product, '/quantity');
}

const isStale = (fault: unknown) => fault instanceof DomainError && fault.code === 'preview_stale';

/** Whether an item is, or is going to be, on the plan and in the quantity that are asked for. */
function isMade(
  { subscription, items }: WholeSubscription,
  { planId, quantity, itemId, effective }: CustomerPlanAsk,
  today: LocalDate,
): boolean {
  const { changeOn, startDate } = subscription;
  const isNow = effective === 'now' || changeOn === null;
  const day = isNow ? (today < startDate ? startDate : today) : changeOn;
  const held = itemsOn(items, day);
  const item = itemId === undefined && held.length === 1 ? held[0] : undefined;
  const { planId: of, quantity: so } = item ?? held.find((each) => each.itemId === itemId) ?? {};
  return of === planId && so !== undefined && trimDecimal(so) === trimDecimal(quantity);
}

/** What a period of items comes to with tax, as it would be billed today. */
async function grossIn(
  tx: Tx,
  taxes: Taxes,
  { accountId, currency }: Subscription,
): Promise<GrossOf> {
  const [company, basis] = await Promise.all([readCompanyTerms(tx), taxes.load(tx)]);
  const buyer = await sellingAccount(tx, accountId);
  const taxDate = companyToday(company, tx.ctx.now);
  const terms = { currency, taxDate, pricesIncludeTax: false };
  return (items) => {
    if (items.length === 0) return 0n;
    const lines = items.map(({ net, taxCode, placeOf }) => ({
      quantity: '1',
      unitPrice: formatMinor(net, currency),
      discount: null,
      taxCode,
      taxRate: null,
      placeOf,
    }));
    const priced = priceDocumentLines(terms, quotedSellerOf(company, basis), buyer, lines);
    return priced.total;
  };
}
