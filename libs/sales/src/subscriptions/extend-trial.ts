import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import type { Ctx } from '@quittance/kernel';
import { withMovedDiscounts } from './discounts/item-discount.js';
import { extendedTrial } from './moves.js';
import { SubscriptionSteps, type SubscriptionAsk } from './subscription-steps.js';
import { withMovedTerm } from './trials/moved-term.js';
import type { SubscriptionView } from './subscription.view.js';

export interface TrialExtension extends SubscriptionAsk {
  /** The first day that is no trial any more. */
  readonly trialEnd: LocalDate;
}

/** Moves the end of a trial to a later day, and with it that of a term of periods behind it. */
@Injectable()
export class ExtendTrial {
  constructor(private readonly steps: SubscriptionSteps) {}

  /** @throws DomainError not_found, precondition_failed, subscription_not_active */
  execute(ctx: Ctx, { trialEnd, ...ask }: TrialExtension): Promise<SubscriptionView> {
    return this.steps.change(ctx, ask, (before, today, tx) => {
      const step = extendedTrial(before.subscription, trialEnd, today);
      return withMovedTerm(tx, before.subscription, withMovedDiscounts(before, step, ctx.now));
    });
  }
}
