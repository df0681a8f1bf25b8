import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import { accountInReach, resolveScope, type PortalCtx } from '@quittance/portal';
import { CustomerAgreements } from '@quittance/sales';
import { HeldQuotes, TaxQuotes } from '@quittance/tax';
import { basisOfLines, readCartTerms } from './cart-basis.js';
import { findCart, linesOfOwner, type CartOwner } from './cart.repository.js';
import type { CartView } from './cart.view.js';
import { shownCart } from './change-cart.js';
import { priceCart } from './price-cart.js';
import { PriceTokens } from './price-token.js';
import { destinationOf } from './cart-destination.js';

/** Reads the cart of whoever asks, at today's prices. */
@Injectable()
export class ReadCart {
  constructor(
    private readonly db: Database,
    private readonly quotes: TaxQuotes,
    private readonly tokens: PriceTokens,
    private readonly agreements: CustomerAgreements,
  ) {}

  /** @throws DomainError reference_not_found */
  async execute(ctx: PortalCtx, named: AccountId | undefined): Promise<CartView> {
    const held = new HeldQuotes();
    const { drafts } = this.agreements;
    const sources = { taxes: (own: Tx) => this.quotes.load(own, held), drafts };
    const found = async (tx: Tx) => {
      const accountId = accountInReach(await resolveScope(tx, ctx.portal), named);
      const owner = { portalUserId: ctx.portal.portalUserId, accountId };
      return Promise.all([
        cartAndDestination(tx, owner),
        linesOfOwner(tx, owner),
        readCartTerms(tx, sources, accountId),
      ]);
    };
    const { cart, lines, basis } = await this.db.readAndEnd(ctx, found, async (tx, all) => {
      const [{ cart: head, to }, kept, terms] = all;
      return { cart: head, lines: kept, basis: await basisOfLines(tx, terms, { lines: kept, to }) };
    });
    const priced = await this.quotes.settle(ctx, held, () => priceCart(basis, lines));
    return shownCart(this.tokens, { ...cart, companyId: ctx.companyId }, priced);
  }
}

async function cartAndDestination(tx: Tx, owner: CartOwner) {
  const cart = await findCart(tx, owner);
  return { cart, to: await destinationOf(tx, cart) };
}
