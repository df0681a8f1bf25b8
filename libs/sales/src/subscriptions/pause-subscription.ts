import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { invalidField, type Ctx } from '@quittance/kernel';
import { companyDayOf } from './changes/asked-day.js';
import { pausedLater, refuseWaiting, suspended } from './moves.js';
import { pauseSettlement } from './changes/standstill-credit.js';
import { SubscriptionSteps, type SubscriptionAsk } from './subscription-steps.js';
import { customersMayPause } from './changes/customer-pauses.js';
import { pauseNotOffered } from './subscription.errors.js';
import { refuseUnlessMay, type ChangeTime } from './subscription.js';
import type { SubscriptionView } from './subscription.view.js';

export interface SubscriptionPause extends SubscriptionAsk {
  readonly from?: ChangeTime;
  readonly day?: LocalDate;
  readonly resumeOn?: LocalDate | null;
  readonly reason?: string | null;
  /** Gives back, on the day, what is left of days that are paid for. */
  readonly creditUnused?: boolean;
  /** The customer asks for it: their plans have to let them. */
  readonly byCustomer?: boolean;
}

/**
 * Lets a subscription stand still, from today or from a later day, and until one where that is
 * told. What is asked takes the place of a pause that was planned, whole: what it does not say is
 * as it would be without one.
 */
@Injectable()
export class PauseSubscription {
  constructor(private readonly steps: SubscriptionSteps) {}

  /**
   * @throws DomainError not_found, precondition_failed, subscription_not_active, pause_not_offered,
   *   no_open_period, validation_failed
   */
  execute(
    ctx: Ctx,
    {
      from = 'now',
      day,
      resumeOn = null,
      reason = null,
      creditUnused = false,
      byCustomer = false,
      ...ask
    }: SubscriptionPause,
  ): Promise<SubscriptionView> {
    return this.steps.change(ctx, ask, async (before, today, tx) => {
      const { subscription } = before;
      refuseWaiting(subscription);
      refuseUnlessMay('pause', subscription.status);
      if (byCustomer && !(await customersMayPause(tx, ask.id, today))) throw pauseNotOffered();
      const pauseOn = companyDayOf(subscription, { at: from, day, member: 'from' }, today);
      if (pauseOn < today) throw invalidField('/day', 'min', `must not be before ${today}`);
      if (pauseOn === today) {
        const step = suspended(subscription, { reason: 'pause', resumeOn, note: reason }, today);
        if (!creditUnused) return step;
        const billed = await this.steps.followers.billed(tx, ask.id, today, true);
        return { ...step, settlement: pauseSettlement(before, billed, today) };
      }
      const planned = { pauseOn, resumeOn, credit: creditUnused, note: reason };
      return pausedLater(subscription, planned);
    });
  }
}
