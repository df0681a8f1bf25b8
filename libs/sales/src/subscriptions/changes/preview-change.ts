import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { WantedItem } from '../new-items.js';
import { readSubscription } from '../subscription.repository.js';
import type { SubscriptionId } from '../subscription.js';
import { changePreview, type ChangePreview } from './change-preview.js';
import { planItems } from './planned-items.js';

/** Shows what a change would do, and changes nothing. */
@Injectable()
export class PreviewChange {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, subscription_not_active, validation_failed, plan_not_offered,
   *   frequency_mismatch, item_currency_mismatch
   */
  execute(ctx: Ctx, id: SubscriptionId, items: readonly WantedItem[]): Promise<ChangePreview> {
    return this.db.read(ctx, async (tx) => {
      const [whole, today] = await Promise.all([readSubscription(tx, id), readToday(tx)]);
      return changePreview(whole.subscription, await planItems(tx, whole, items, today));
    });
  }
}
