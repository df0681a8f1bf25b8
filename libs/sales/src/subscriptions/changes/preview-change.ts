import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { readSubscription } from '../subscription.repository.js';
import type { SubscriptionId } from '../subscription.js';
import { changePreview, type ChangePreview } from './change-preview.js';
import { SubscriptionFollowers } from '../subscription-followers.js';
import { planItems, type AskedItems } from './planned-items.js';

/** Shows what a change would do, and changes nothing. */
@Injectable()
export class PreviewChange {
  constructor(
    private readonly db: Database,
    private readonly followers: SubscriptionFollowers,
  ) {}

  /**
   * @throws DomainError not_found, subscription_not_active, validation_failed, plan_not_offered,
   *   frequency_mismatch, item_currency_mismatch
   */
  execute(ctx: Ctx, id: SubscriptionId, asked: AskedItems): Promise<ChangePreview> {
    return this.db.read(ctx, async (tx) => {
      const [whole, today] = await Promise.all([readSubscription(tx, id), readToday(tx)]);
      const billed = await this.followers.billed(tx, id, today, false);
      return changePreview(
        whole.subscription,
        await planItems(tx, whole, asked, { today, billed }),
      );
    });
  }
}
