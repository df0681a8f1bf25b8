import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { withoutDiscount } from '../discounts/item-discount.js';
import { noChangePending } from '../subscription.errors.js';
import { SubscriptionSteps, type SubscriptionAsk } from '../subscription-steps.js';
import { refuseUnlessMay } from '../subscription.js';
import type { SubscriptionView } from '../subscription.view.js';

/** Takes back a change whose day has not come. */
@Injectable()
export class WithdrawChange {
  constructor(private readonly steps: SubscriptionSteps) {}

  /** @throws DomainError not_found, precondition_failed, no_change_pending */
  execute(ctx: Ctx, ask: SubscriptionAsk): Promise<SubscriptionView> {
    return this.steps.change(ctx, ask, ({ subscription, items }, today) => {
      const { status, changeOn, currency } = subscription;
      refuseUnlessMay('change', status);
      if (changeOn === null || changeOn <= today) throw noChangePending();
      // What only begins later because a discount is over is no part of the change.
      const moved = new Set(
        items.flatMap(({ itemId, validFrom, validTo }) =>
          validFrom === changeOn || validTo === changeOn ? [itemId] : [],
        ),
      );
      const begun = items.filter(
        ({ itemId, validFrom }) => validFrom >= changeOn && moved.has(itemId),
      );
      const ended = items.filter(
        ({ validFrom, validTo }) => validFrom < changeOn && validTo === changeOn,
      );
      return {
        patch: { changeOn: null },
        kind: 'change_withdrawn',
        effectiveOn: changeOn,
        told: 'subscription.change_scheduled',
        items: {
          closed: [
            ...begun.map((item) => ({ ...item, validTo: item.validFrom })),
            ...ended.map((item) => ({ ...item, validTo: item.discountUntil })),
          ],
          opened: ended.flatMap((item) =>
            item.discountUntil === null ? [] : [withoutDiscount(item, { currency, now: ctx.now })],
          ),
        },
      };
    });
  }
}
