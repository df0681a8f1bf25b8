import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { refuseWaiting, suspended } from './moves.js';
import { SubscriptionSteps, type SubscriptionAsk } from './subscription-steps.js';
import type { SubscriptionView } from './subscription.view.js';

export interface Suspension extends SubscriptionAsk {
  readonly reason?: string | null;
}

/** Stops the service of a debtor: usage that goes on is taken, and nothing is given back. */
@Injectable()
export class SuspendSubscription {
  constructor(private readonly steps: SubscriptionSteps) {}

  /** @throws DomainError not_found, precondition_failed, subscription_not_active */
  execute(ctx: Ctx, { reason = null, ...ask }: Suspension): Promise<SubscriptionView> {
    return this.steps.change(ctx, ask, ({ subscription }, today) => {
      refuseWaiting(subscription);
      return suspended(subscription, { reason: 'manual', note: reason }, today);
    });
  }
}
