import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { kept } from './moves.js';
import { subscriptionNotActive } from './subscription.errors.js';
import { SubscriptionSteps, type SubscriptionAsk } from './subscription-steps.js';
import type { SubscriptionView } from './subscription.view.js';

/** Takes back a cancellation whose day has not come. */
@Injectable()
export class KeepSubscription {
  constructor(private readonly steps: SubscriptionSteps) {}

  /**
   * @throws DomainError not_found, precondition_failed, subscription_cancelled,
   *   subscription_not_active where no end is planned
   */
  execute(ctx: Ctx, ask: SubscriptionAsk): Promise<SubscriptionView> {
    return this.steps.change(ctx, ask, ({ subscription }, today) => {
      const step = kept(subscription, today);
      if (step !== null) return step;
      const status = `${subscription.status} with no end planned`;
      throw subscriptionNotActive({ status, operation: 'keep' });
    });
  }
}
