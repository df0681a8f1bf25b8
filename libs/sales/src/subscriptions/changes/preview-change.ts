import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import type { Ctx } from '@quittance/kernel';
import type { SubscriptionId } from '../subscription.js';
import { changePreview, type ChangePreview } from './change-preview.js';
import { SubscriptionSteps } from '../subscription-steps.js';
import { planItems, type AskedItems } from './planned-items.js';

/**
 * Shows what a change would do, and changes nothing: but for the one whose day has come, behind
 * which any other comes.
 */
@Injectable()
export class PreviewChange {
  constructor(private readonly steps: SubscriptionSteps) {}

  /**
   * @throws DomainError not_found, subscription_not_active, validation_failed, plan_not_offered,
   *   frequency_mismatch, item_currency_mismatch
   */
  execute(ctx: Ctx, id: SubscriptionId, asked: AskedItems): Promise<ChangePreview> {
    return this.steps.readChanged(ctx, id, async (tx, whole, today) => {
      const billedOn = (day: LocalDate) => this.steps.followers.billed(tx, id, day, false);
      return changePreview(
        whole.subscription,
        await planItems(tx, whole, asked, { today, billedOn }),
      );
    });
  }
}
