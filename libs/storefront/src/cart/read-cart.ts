import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import { accountInReach, resolveScope, type PortalCtx } from '@quittance/portal';
import { HeldQuotes, TaxQuotes } from '@quittance/tax';
import { readCartBasis } from './cart-basis.js';
import { findCart, linesOfCart } from './cart.repository.js';
import type { CartView } from './cart.view.js';
import { shownCart } from './change-cart.js';
import { priceCart } from './price-cart.js';
import { PriceTokens } from './price-token.js';

/** Reads the cart of whoever asks, at today's prices. */
@Injectable()
export class ReadCart {
  constructor(
    private readonly db: Database,
    private readonly quotes: TaxQuotes,
    private readonly tokens: PriceTokens,
  ) {}

  /** @throws DomainError reference_not_found */
  async execute(ctx: PortalCtx, named: AccountId | undefined): Promise<CartView> {
    const held = new HeldQuotes();
    const { cart, lines, basis } = await this.db.read(ctx, async (tx) => {
      const accountId = accountInReach(await resolveScope(tx, ctx.portal), named);
      const { portalUserId } = ctx.portal;
      const found = await findCart(tx, { portalUserId, accountId });
      const kept = await linesOfCart(tx, found.id);
      const priced = await readCartBasis(tx, (own) => this.quotes.load(own, held), accountId, kept);
      return { cart: found, lines: kept, basis: priced };
    });
    const priced = await this.quotes.settle(ctx, held, () => priceCart(basis, lines));
    return shownCart(this.tokens, { ...cart, companyId: ctx.companyId }, priced);
  }
}
