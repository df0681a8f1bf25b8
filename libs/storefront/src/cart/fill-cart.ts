import { Injectable } from '@nestjs/common';
import type { ProductId } from '@quittance/kernel';
import { accountInReach, type PortalCtx } from '@quittance/portal';
import { findShownProducts } from '../catalogue/catalogue.queries.js';
import { addEach, isAdded, type Added } from './add-each.js';
import { CartChanges, type WantedCart } from './cart-changes.js';
import type { CartView } from './cart.view.js';

/** A line of something that was ordered, offered or noted before. */
export interface FormerLine {
  readonly productId: ProductId | null;
  readonly description: string;
  readonly quantity: string;
}

/** What of it has not come into the cart. */
export interface SkippedLine {
  readonly productId: ProductId | null;
  readonly description: string;
  readonly code: Exclude<Added, 'added' | 'merged'>;
}

export type FilledCart = CartView & { readonly skipped: readonly SkippedLine[] };

/** Puts what was ordered, offered or noted before into the cart, at today's prices. */
@Injectable()
export class FillCart {
  constructor(private readonly carts: CartChanges) {}

  /**
   * @param former that the user was found to reach
   * @throws DomainError those of `CartChanges.change`
   */
  execute(
    ctx: PortalCtx,
    { accountId: named, expectedVersion = null }: WantedCart,
    former: readonly FormerLine[],
  ): Promise<FilledCart> {
    return this.carts.write(ctx, async (tx, scope, change) => {
      const accountId = accountInReach(scope, named);
      const ids = former.flatMap(({ productId }) => productId ?? []);
      const products = await findShownProducts(tx, [...new Set(ids)]);
      let skipped: readonly SkippedLine[] = [];
      const cart = await change({ accountId, expectedVersion }, (before) => {
        const { lines, outcomes } = addEach(
          before,
          former.map(({ productId, quantity }) => ({
            product: productId === null ? undefined : products.get(productId),
            quantity,
          })),
        );
        skipped = former.flatMap(({ productId, description }, i) => {
          const code = outcomes[i] ?? 'product_not_available';
          return isAdded(code) ? [] : [{ productId, description, code } as SkippedLine];
        });
        return { lines };
      });
      return { ...cart, skipped };
    });
  }
}
