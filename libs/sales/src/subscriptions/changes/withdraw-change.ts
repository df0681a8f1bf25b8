import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { noChangePending } from '../subscription.errors.js';
import { SubscriptionSteps, type SubscriptionAsk } from '../subscription-steps.js';
import { itemsAfter } from '../subscription.repository.js';
import { refuseUnlessMay } from '../subscription.js';
import type { SubscriptionView } from '../subscription.view.js';
import { refuseAgreedLater, refuseRaised } from './agreed-later.js';
import { settledWithout } from './given-way.js';
import { withoutChange } from './planned-rows.js';

/** Takes back a change whose day has not come. */
@Injectable()
export class WithdrawChange {
  constructor(private readonly steps: SubscriptionSteps) {}

  /**
   * @throws DomainError not_found, precondition_failed, no_change_pending, change_pending where a
   *   renewal was agreed of the same days meanwhile
   */
  execute(ctx: Ctx, ask: SubscriptionAsk): Promise<SubscriptionView> {
    return this.steps.change(ctx, ask, async (before, today, tx) => {
      const { subscription, items } = before;
      const { status, changeOn, gridNext, currency } = subscription;
      refuseUnlessMay('change', status);
      if (changeOn === null || changeOn <= today) throw noChangePending();
      await refuseAgreedLater(tx, before, changeOn);
      await refuseRaised(tx, ask.id, changeOn);
      const rows = withoutChange(items, changeOn, { currency, now: ctx.now });
      const billed = await this.steps.followers.billed(tx, ask.id, changeOn, true);
      const releases = gridNext !== null;
      const undone = { on: changeOn, billed, releases };
      return {
        patch: { changeOn: null, laterSettlement: null, gridNext: null },
        kind: 'change_withdrawn',
        effectiveOn: changeOn,
        told: 'subscription.change_scheduled',
        items: rows,
        settlement: await settledWithout(tx, before, itemsAfter(items, rows), undone),
      };
    });
  }
}
