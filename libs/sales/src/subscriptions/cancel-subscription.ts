import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { invalidField, type Ctx } from '@quittance/kernel';
import { companyDayOf } from './changes/asked-day.js';
import { endOfTerminated } from './ends/ends-behind.js';
import { cancelled, cancelledByCustomer, refuseWaiting } from './moves.js';
import { endSettlement } from './changes/standstill-credit.js';
import { creditNeedsApproval } from './subscription.errors.js';
import { SubscriptionSteps, type SubscriptionAsk } from './subscription-steps.js';
import { END_CREDITS, refuseUnlessMay, type ChangeTime } from './subscription.js';
import type { SubscriptionView } from './subscription.view.js';

export interface Cancellation extends SubscriptionAsk {
  readonly at?: ChangeTime;
  /** The first day without service, with `day`. */
  readonly day?: LocalDate;
  readonly reason?: string | null;
  /** What is given back, on the day, of days that are paid for. */
  readonly credit?: CancelCredit;
  /** The customer asks for it: what was agreed with the company stays. */
  readonly byCustomer?: boolean;
}

export const CANCEL_CREDITS = ['none', ...END_CREDITS] as const;
export type CancelCredit = (typeof CANCEL_CREDITS)[number];

function behindContract(end: LocalDate) {
  return invalidField('/day', 'max', `must not be behind the end of its contract, ${end}`);
}

/** Ends a subscription: now, with its period, or on a day. */
@Injectable()
export class CancelSubscription {
  constructor(private readonly steps: SubscriptionSteps) {}

  /**
   * @throws DomainError not_found, precondition_failed, subscription_not_active, cancel_in_past,
   *   no_open_period, credit_needs_approval, validation_failed
   */
  execute(
    ctx: Ctx,
    { at = 'period_end', day, reason = null, credit = 'none', byCustomer, ...ask }: Cancellation,
  ): Promise<SubscriptionView> {
    return this.steps.change(ctx, ask, async (before, today, tx) => {
      const { subscription } = before;
      refuseUnlessMay('cancel', subscription.status);
      refuseWaiting(subscription);
      const told = companyDayOf(subscription, { at, day }, today);
      const end = await endOfTerminated(tx, subscription);
      const on = end !== null && told > end ? end : told;
      if (day !== undefined && on !== told && !byCustomer) throw behindContract(on);
      if (byCustomer) return cancelledByCustomer(subscription, on, today, reason);
      const step = cancelled(subscription, on, today, reason);
      if (credit === 'none') return step;
      if (credit === 'full' && !ctx.permissions.can('subscriptions', 'approve')) {
        throw creditNeedsApproval();
      }
      if (on > today) return { ...step, patch: { ...step.patch, cancelCredit: credit } };
      const billed = await this.steps.followers.billed(tx, ask.id, today, true);
      return { ...step, settlement: endSettlement(before, billed, on, credit) };
    });
  }
}
