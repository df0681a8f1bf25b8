import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { kept } from './moves.js';
import { SubscriptionSteps, type SubscriptionAsk } from './subscription-steps.js';
import type { SubscriptionView } from './subscription.view.js';

/** Takes back a cancellation whose day has not come. */
@Injectable()
export class KeepSubscription {
  constructor(private readonly steps: SubscriptionSteps) {}

  /** @throws DomainError not_found, precondition_failed, subscription_cancelled */
  execute(ctx: Ctx, ask: SubscriptionAsk): Promise<SubscriptionView> {
    return this.steps.change(ctx, ask, ({ subscription }, today) => kept(subscription, today));
  }
}
