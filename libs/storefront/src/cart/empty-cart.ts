import { Injectable } from '@nestjs/common';
import type { PortalCtx } from '@quittance/portal';
import { CartChanges, type WantedCart } from './cart-changes.js';
import { EMPTY_HEAD } from './cart.js';
import type { CartView } from './cart.view.js';

/** Takes everything out of a cart. */
@Injectable()
export class EmptyCart {
  constructor(private readonly carts: CartChanges) {}

  /** @throws DomainError reference_not_found, cart_changed */
  execute(ctx: PortalCtx, wanted: WantedCart): Promise<CartView> {
    return this.carts.change(ctx, wanted, () => ({ head: EMPTY_HEAD, lines: [] }));
  }
}
