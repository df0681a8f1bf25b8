import { Injectable } from '@nestjs/common';
import { lockLedgerAccount } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import { accountInReach, resolveScope, withinReach, type PortalCtx } from '@quittance/portal';
import { CustomerAgreements } from '@quittance/sales';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import { readCartBasis } from '../cart/cart-basis.js';
import { CartTurns } from '../cart/cart-turns.js';
import type { WantedCart } from '../cart/cart-changes.js';
import { linesOfCart, lockCart, storeCart } from '../cart/cart.repository.js';
import { EMPTY_HEAD, type Cart, type CartLine, type FreeAddress } from '../cart/cart.js';
import { priceCart } from '../cart/price-cart.js';
import { cartChanged } from '../storefront.errors.js';
import { refuseUnavailable } from './refuse-checkout.js';
import { destinationOf } from '../cart/cart-destination.js';

/** A cart that becomes something else than an order. */
export interface HandedCart extends Pick<Cart, 'poNumber' | 'notes' | 'requestedDeliveryDate'> {
  readonly accountId: AccountId;
  /** Where it is to go; null where it says nothing. */
  readonly to: FreeAddress | null;
  readonly lines: readonly CartLine[];
}

/** Hands what is in a cart over to whoever makes something else of it, and empties it. */
@Injectable()
export class HandCartOver {
  constructor(
    private readonly quotes: TaxQuotes,
    private readonly turns: CartTurns,
    private readonly agreements: CustomerAgreements,
  ) {}

  /**
   * What has a price on request may be in it.
   * @param take joins the transaction, in which the ledger account is locked
   * @throws DomainError cart_busy, reference_not_found, cart_changed, cart_empty,
   *   cart_line_unavailable, and those of `take`
   */
  execute<T>(
    ctx: PortalCtx,
    { accountId: named, expectedVersion = null }: WantedCart,
    take: (tx: Tx, cart: HandedCart) => Promise<T>,
  ): Promise<T> {
    const { portalUserId } = ctx.portal;
    const { drafts } = this.agreements;
    const handOver = async (tx: Tx, taxes: Taxes) => {
      const accountId = accountInReach(await resolveScope(tx, ctx.portal), named);
      const cart = await lockCart(tx, { portalUserId, accountId });
      if (expectedVersion !== null && expectedVersion !== cart.version) throw cartChanged();
      const lines = await linesOfCart(tx, cart.id);
      const to = await destinationOf(tx, cart);
      const sources = { taxes: (own: Tx) => taxes.load(own), drafts };
      const basis = await readCartBasis(tx, sources, accountId, { lines, to });
      refuseUnavailable(priceCart(basis, lines));
      await lockLedgerAccount(tx, accountId);
      const taken = await take(tx, { ...cart, lines, to });
      storeCart(tx, { ...cart, ...EMPTY_HEAD, version: cart.version + 1 }, []);
      return taken;
    };
    return this.turns.run(ctx, () => this.quotes.write(withinReach(ctx), handOver));
  }
}
