import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { readToday } from '@quittance/company';
import { NO_PARTIES, requireSaleParties } from '@quittance/crm';
import { Database, violates } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { toldOfChange } from './records/told-subscription.js';
import { subscriptionNoun, type SubscriptionPatch } from './subscription.description.js';
import { externalKeyTaken } from './subscription.errors.js';
import { lockSubscription } from './subscription.repository.js';
import type { SubscriptionAsk } from './subscription-steps.js';
import { subscriptionView, type SubscriptionView } from './subscription.view.js';

/** Changes what is said of a subscription, in whatever state. */
@Injectable()
export class UpdateSubscription {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, precondition_failed, validation_failed,
   *   subscription_external_key_taken, record_awaits_approval
   */
  execute(
    ctx: Ctx,
    { id, expectedVersion }: SubscriptionAsk,
    /** Null clears. */
    patch: SubscriptionPatch,
  ): Promise<SubscriptionView> {
    return this.db.write(ctx, async (tx) => {
      const today = await readToday(tx);
      const before = await lockSubscription(tx, id, expectedVersion);
      const { subscription, items } = before;
      const { contactId = null, ownerId = null } = patch;
      await requireSaleParties(tx, subscription.accountId, { ...NO_PARTIES, contactId, ownerId });
      const given = Object.entries(patch).filter(([, value]) => value !== undefined);
      const changed = {
        ...(Object.fromEntries(given) as SubscriptionPatch),
        version: subscription.version + 1,
        updatedAt: ctx.now,
      };
      await subscriptionNoun.rows.update(tx, { id }, changed).catch((error: unknown) => {
        if (!violates(error, 'subscription_external_key')) throw error;
        throw externalKeyTaken({ externalKey: patch.externalKey ?? '' });
      });
      const view = subscriptionView(
        { subscription: { ...subscription, ...changed }, items },
        today,
      );
      const record = { object: 'subscription', recordId: id };
      const shown = subscriptionView(before, today);
      const asked = toldOfChange(shown, view);
      emit(tx, { type: 'subscription.changed', ...record, data: view, ...asked });
      const told = changedFields(shown, view);
      audit(tx, { action: 'subscription.updated', ...record, ...told });
      return view;
    });
  }
}
