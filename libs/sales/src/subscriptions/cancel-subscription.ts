import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import type { Ctx } from '@quittance/kernel';
import { cancelled, companyDayOf } from './moves.js';
import { SubscriptionSteps, type SubscriptionAsk } from './subscription-steps.js';
import { refuseUnlessMay, type ChangeTime } from './subscription.js';
import type { SubscriptionView } from './subscription.view.js';

export interface Cancellation extends SubscriptionAsk {
  readonly at?: ChangeTime;
  /** The first day without service, with `day`. */
  readonly day?: LocalDate;
  readonly reason?: string | null;
}

/** Ends a subscription: now, with its period, or on a day. Nothing is given back. */
@Injectable()
export class CancelSubscription {
  constructor(private readonly steps: SubscriptionSteps) {}

  /**
   * @throws DomainError not_found, precondition_failed, subscription_not_active, cancel_in_past,
   *   no_open_period
   */
  execute(
    ctx: Ctx,
    { at = 'period_end', day, reason = null, ...ask }: Cancellation,
  ): Promise<SubscriptionView> {
    return this.steps.change(ctx, ask, ({ subscription }, today) => {
      refuseUnlessMay('cancel', subscription.status);
      return cancelled(subscription, companyDayOf(subscription, { at, day }, today), today, reason);
    });
  }
}
