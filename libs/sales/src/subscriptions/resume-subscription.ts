import { Injectable } from '@nestjs/common';
import { invalidField, type Ctx } from '@quittance/kernel';
import { resumedAsDebtor } from '../debts/debt.js';
import { SubscriptionDebts } from '../debts/subscription-debts.js';
import { resumedSubscription, unpaused } from './moves.js';
import { SubscriptionSteps, type SubscriptionAsk } from './subscription-steps.js';
import type { SubscriptionView } from './subscription.view.js';

export const RESUME_BILLINGS = ['keep_grid', 'new_period'] as const;

export interface Resumption extends SubscriptionAsk {
  /** `new_period`: periods are counted from today on. */
  readonly billing?: (typeof RESUME_BILLINGS)[number];
  readonly reason?: string | null;
}

const NOT_YET_PAUSED = 'goes with a subscription that stands still';

/**
 * Lets a subscription that stood still go on; one of a debtor goes on as that. One that is only to
 * stand still goes on as it is: its pause does not come.
 */
@Injectable()
export class ResumeSubscription {
  constructor(
    private readonly steps: SubscriptionSteps,
    private readonly debts: SubscriptionDebts,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, subscription_not_active,
   *   validation_failed where it has no periods to begin anew
   */
  execute(
    ctx: Ctx,
    { billing = 'keep_grid', reason = null, ...ask }: Resumption,
  ): Promise<SubscriptionView> {
    return this.steps.change(ctx, ask, async ({ subscription }, today, tx) => {
      const newPeriod = billing === 'new_period';
      if (subscription.status !== 'suspended') {
        const step = unpaused(subscription, today, reason);
        if (step && newPeriod) throw invalidField('/billing', 'not_suspended', NOT_YET_PAUSED);
        if (step) return step;
      }
      const step = resumedSubscription(subscription, today, { newPeriod, reason });
      const isIndebted = await this.debts.isIndebted(tx, subscription, today);
      return isIndebted ? resumedAsDebtor(step) : step;
    });
  }
}
