import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { endsBehind } from './ends/ends-behind.js';
import { kept } from './moves.js';
import { subscriptionNotActive } from './subscription.errors.js';
import { SubscriptionSteps, type SubscriptionAsk } from './subscription-steps.js';
import type { SubscriptionView } from './subscription.view.js';

const NO_END = 'with no end planned';
const OWN_END = 'until its contract or its term ends';

/** Takes back a cancellation whose day has not come. */
@Injectable()
export class KeepSubscription {
  constructor(private readonly steps: SubscriptionSteps) {}

  /**
   * @throws DomainError not_found, precondition_failed, subscription_cancelled,
   *   subscription_not_active where no end is planned, or it is that of its contract or its term
   */
  execute(ctx: Ctx, ask: SubscriptionAsk): Promise<SubscriptionView> {
    return this.steps.change(ctx, ask, async ({ subscription }, today, tx) => {
      const behind = (await endsBehind(tx, [subscription])).get(subscription.id);
      const step = kept(subscription, behind, today);
      if (step !== null) return step;
      const why = subscription.cancelAt === null ? NO_END : OWN_END;
      const status = `${subscription.status} ${why}`;
      throw subscriptionNotActive({ status, operation: 'keep' });
    });
  }
}
