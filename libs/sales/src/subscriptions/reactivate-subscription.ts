import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database, sql, type Tx } from '@quittance/database';
import { newId, type Ctx } from '@quittance/kernel';
import { formatMinor, type Currency } from '@quittance/money';
import { refuseSubscribing, storeNew } from './create-subscription.js';
import { lastDiscount } from './discounts/discount-steps.js';
import { gridFrom } from './grid.js';
import { offeredItems, refuseInactive, type OfferedItem, type WantedItem } from './new-items.js';
import {
  subscriptionNoun,
  type Subscription,
  type SubscriptionItem,
} from './subscription.description.js';
import { subscriptionSucceeded } from './subscription.errors.js';
import { SubscriptionSteps, type SubscriptionAsk } from './subscription-steps.js';
import { lockSubscription } from './subscription.repository.js';
import { refuseUnlessMay, type SubscriptionId } from './subscription.js';
import { itemsOn, lastDay, type SubscriptionView } from './subscription.view.js';

export interface Reactivation extends SubscriptionAsk {
  /** Goes on with the versions it had; else with the newest of its plans. */
  readonly sameVersion?: boolean;
}

/** Subscribes anew to what had ended, from today on and without a trial. */
@Injectable()
export class ReactivateSubscription {
  constructor(
    private readonly db: Database,
    private readonly steps: SubscriptionSteps,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, subscription_not_active,
   *   subscription_succeeded, plan_not_offered, item_currency_mismatch, frequency_mismatch,
   *   validation_failed, currency_not_enabled
   */
  execute(
    ctx: Ctx,
    { id, expectedVersion, sameVersion = false }: Reactivation,
  ): Promise<SubscriptionView> {
    return this.db.write(ctx, async (tx) => {
      const today = await readToday(tx);
      const { subscription, items } = await lockSubscription(tx, id, expectedVersion);
      refuseUnlessMay('reactivate', subscription.status);
      await refuseSucceeded(tx, id);
      await refuseSubscribing(tx, subscription);
      const last = itemsOn(items, lastDay(subscription));
      const found = await offeredItems(
        tx,
        last.map((item) => wantedAgain(item, sameVersion, subscription.currency)),
      );
      const offered = found.map((each) => agreedAgain(each, subscription));
      if (!sameVersion) refuseInactive(offered);
      const [first] = offered;
      const { frequency, timing, stub } = first?.offered.version ?? subscription;
      const grid = gridFrom(today, frequency);
      const made = {
        ...subscriptionNoun.empty,
        ...subscription,
        id: newId<'subscription'>() as SubscriptionId,
        version: 1,
        status: 'active' as const,
        previousId: subscription.id,
        contractId: null,
        externalKey: null,
        planVersionId: first?.offered.version.id ?? subscription.planVersionId,
        frequency,
        timing,
        stub,
        startDate: today,
        anchorDate: grid.anchor,
        anchorDay: grid.anchorDay,
        billedFrom: today,
        trialEnd: null,
        changeOn: null,
        laterSettlement: null,
        cancelAt: null,
        cancelReason: null,
        cancelCredit: null,
        gridBefore: null,
        gridNext: null,
        pauseCredit: false,
        endedOn: null,
        pastDueWaivedOn: null,
        awaitsOrder: false,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      return this.steps.begun(tx, await storeNew(tx, made, offered), today);
    });
  }
}

/** By `subscription_previous_key`, behind the lock of the one before. */
const SUCCESSOR = sql(`select s.id from sales.subscription s
  where s.company_id = $1 and s.previous_id = $2 and s.status not in ('cancelled', 'expired')`);

/** Nobody is served, and billed, twice. @throws DomainError subscription_succeeded */
async function refuseSucceeded(tx: Tx, id: SubscriptionId): Promise<void> {
  const found = await tx.maybe<{ id: SubscriptionId }>(SUCCESSOR, [tx.ctx.companyId, id]);
  if (found) throw subscriptionSucceeded({ successor: found.id });
}

/** What was agreed for a period of one length is not agreed for that of another. */
function agreedAgain(each: OfferedItem, { frequency }: Subscription): OfferedItem {
  const { offered, wanted } = each;
  if (offered.version.frequency === frequency) return each;
  return {
    offered,
    wanted: { ...wanted, agreed: null, unitPrice: undefined, discountAmount: null },
  };
}

/** An agreed price goes on; that of a plan is the plan's of today. */
function wantedAgain(item: SubscriptionItem, sameVersion: boolean, currency: Currency): WantedItem {
  const { planId, quantity, description, taxCode, placeOf, overrides: agreed } = item;
  // What was given for a number of periods was given.
  const { discountPercent, discountAmount } = lastDiscount(item);
  return {
    planId,
    quantity,
    description,
    taxCode,
    placeOf,
    agreed,
    discountPercent,
    discountAmount: discountAmount === null ? null : formatMinor(discountAmount, currency),
    ...(sameVersion && { planVersionId: item.planVersionId }),
    ...((sameVersion || item.priceOverridden) && { unitPrice: item.unitPrice }),
  };
}
