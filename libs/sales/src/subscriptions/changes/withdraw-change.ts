import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { noChangePending } from '../subscription.errors.js';
import { SubscriptionSteps, type SubscriptionAsk } from '../subscription-steps.js';
import { itemsAfter } from '../subscription.repository.js';
import { refuseUnlessMay } from '../subscription.js';
import { itemsFrom, type SubscriptionView } from '../subscription.view.js';
import { refuseAgreedLater, refuseRaised } from './agreed-later.js';
import { settlementOf } from './period-settlement.js';
import { withoutChange } from './planned-rows.js';
import { taxesOfPaid } from './taxes-of-paid.js';

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
      const after = itemsFrom(itemsAfter(items, rows), changeOn);
      // Of other periods nothing is left: the days are billed anew.
      const other = gridNext === null ? { after } : { after: [], releases: true };
      const taxOf = await taxesOfPaid(tx, billed, after);
      const undone = { on: changeOn, ...other, taxOf, proration: 'prorated' } as const;
      const isBilled = billed.coveredUntil !== null && changeOn < billed.coveredUntil;
      return {
        patch: { changeOn: null, laterSettlement: null, gridNext: null },
        kind: 'change_withdrawn',
        effectiveOn: changeOn,
        told: 'subscription.change_scheduled',
        items: rows,
        // A period that it stands in may have been billed with it.
        settlement: isBilled ? settlementOf(before, billed, undone) : null,
      };
    });
  }
}
