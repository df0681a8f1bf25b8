import { Injectable } from '@nestjs/common';
import { notFound } from '@quittance/kernel';
import { accountInReach, type PortalCtx } from '@quittance/portal';
import { CartChanges } from './cart-changes.js';
import { accountOfLine } from './cart.repository.js';
import type { CartLineId } from './cart.js';
import type { CartView } from './cart.view.js';

/** Takes a line out of the cart that it is in. */
@Injectable()
export class RemoveCartLine {
  constructor(private readonly carts: CartChanges) {}

  /** @throws DomainError not_found, cart_changed */
  execute(ctx: PortalCtx, id: CartLineId, expectedVersion: number | null): Promise<CartView> {
    return this.carts.write(ctx, async (tx, scope, change) => {
      const there = await accountOfLine(tx, ctx.portal.portalUserId, id);
      if (!there || !scope.accountIds.includes(there)) throw notFound({ object: 'cart line' });
      const accountId = accountInReach(scope, there);
      return change({ accountId, expectedVersion }, (lines) => {
        if (!lines.some((line) => line.id === id)) throw notFound({ object: 'cart line' });
        return { lines: lines.filter((line) => line.id !== id) };
      });
    });
  }
}
