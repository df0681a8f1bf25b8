import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import { accountInReach, resolveScope, type PortalCtx, type PortalScope } from '@quittance/portal';
import { CustomerAgreements } from '@quittance/sales';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import { CartTurns } from './cart-turns.js';
import type { CartView } from './cart.view.js';
import { changeCart, type CartAt, type CartChange, type PointerOf } from './change-cart.js';
import type { StoredCart } from './cart.repository.js';
import type { CartLine } from './cart.js';
import { PriceTokens } from './price-token.js';

/** What is done to a cart, in the transaction in which it is locked. */
type Change = (lines: readonly CartLine[], cart: StoredCart) => CartChange | Promise<CartChange>;

/** Whose cart somebody wants to change. */
export interface WantedCart {
  /** The user's own account where none is named. */
  readonly accountId?: AccountId | undefined;
  readonly expectedVersion?: number | null | undefined;
}

/** The one way in which carts are changed: by their owner, within their reach, priced at once. */
@Injectable()
export class CartChanges {
  constructor(
    private readonly quotes: TaxQuotes,
    private readonly tokens: PriceTokens,
    private readonly turns: CartTurns,
    private readonly agreements: CustomerAgreements,
  ) {}

  /**
   * Work on a cart in a transaction of its own, which may end in a change of it.
   * @throws DomainError cart_busy
   */
  write<T>(
    ctx: PortalCtx,
    work: (tx: Tx, scope: PortalScope, change: ChangeIn) => Promise<T>,
  ): Promise<T> {
    const inTx = async (tx: Tx, taxes: Taxes) => {
      const scope = await resolveScope(tx, ctx.portal);
      const { drafts } = this.agreements;
      const tools = { taxes: (own: Tx) => taxes.load(own), drafts, tokens: this.tokens };
      return work(tx, scope, (at, how, pointerOf) =>
        changeCart(tx, tools, ctx, at, (cart, lines) => how(lines, cart), pointerOf),
      );
    };
    return this.turns.run(ctx, () => this.quotes.write(ctx, inTx));
  }

  /** @throws DomainError cart_busy, reference_not_found, and those of `changeCart` */
  change(
    ctx: PortalCtx,
    { accountId, expectedVersion = null }: WantedCart,
    how: Change,
    pointerOf?: PointerOf,
  ): Promise<CartView> {
    return this.write(ctx, (_, scope, changeIn) => {
      const at = { accountId: accountInReach(scope, accountId), expectedVersion };
      return changeIn(at, how, pointerOf);
    });
  }
}

export type ChangeIn = (at: CartAt, how: Change, pointerOf?: PointerOf) => Promise<CartView>;
