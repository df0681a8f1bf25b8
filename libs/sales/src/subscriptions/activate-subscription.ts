import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { withMovedDiscounts } from './discounts/item-discount.js';
import { activated } from './moves.js';
import { SubscriptionSteps, type SubscriptionAsk } from './subscription-steps.js';
import { withMovedTerm } from './trials/moved-term.js';
import type { SubscriptionView } from './subscription.view.js';

export interface Activation extends SubscriptionAsk {
  /** Required of a debtor, who is taken back though an invoice is overdue. */
  readonly reason?: string | null;
}

/** Begins a subscription, ends its trial early, or takes a debtor back. */
@Injectable()
export class ActivateSubscription {
  constructor(private readonly steps: SubscriptionSteps) {}

  /** @throws DomainError not_found, precondition_failed, subscription_not_active */
  execute(ctx: Ctx, { reason = null, ...ask }: Activation): Promise<SubscriptionView> {
    return this.steps.change(ctx, ask, (before, today, tx) => {
      const step = activated(before.subscription, today, reason);
      return withMovedTerm(tx, before.subscription, withMovedDiscounts(before, step, ctx.now));
    });
  }
}
