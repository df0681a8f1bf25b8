import { Module } from '@nestjs/common';
import { AccountFollowers, AccountFollowersModule } from '@quittance/crm';
import { CustomerPortalModule } from '@quittance/portal';
import { SalesModule } from '@quittance/sales';
import { TaxModule } from '@quittance/tax';
import { followMergedAccount } from './accounts/follow-merged-account.js';
import { CartChanges } from './cart/cart-changes.js';
import { CartTurns } from './cart/cart-turns.js';
import { EmptyCart } from './cart/empty-cart.js';
import { FillCart } from './cart/fill-cart.js';
import { PriceTokens } from './cart/price-token.js';
import { QuickOrder } from './cart/quick-order.js';
import { ReadCart } from './cart/read-cart.js';
import { RemoveCartLine } from './cart/remove-cart-line.js';
import { ReplaceCart } from './cart/replace-cart.js';
import { SetCartLine } from './cart/set-cart-line.js';
import { Catalogue } from './catalogue/catalogue.js';
import { CheckOut } from './checkout/check-out.js';
import { HandCartOver } from './checkout/hand-cart-over.js';
import { KeepFavourites } from './favourites/keep-favourites.js';

const OPERATIONS = [
  Catalogue,
  CheckOut,
  EmptyCart,
  FillCart,
  HandCartOver,
  KeepFavourites,
  QuickOrder,
  ReadCart,
  RemoveCartLine,
  ReplaceCart,
  SetCartLine,
];

/** What customers are shown of what is sold, and what they put into their carts. */
@Module({
  imports: [CustomerPortalModule, SalesModule, TaxModule],
  providers: [CartChanges, CartTurns, PriceTokens, ...OPERATIONS],
  exports: OPERATIONS,
})
export class StorefrontModule {}

/** For the staff host: what customers keep goes along where their accounts are merged. */
@Module({ imports: [AccountFollowersModule] })
export class MergedStorefrontModule {
  constructor(followers: AccountFollowers) {
    followers.register(followMergedAccount);
  }
}
