export {
  catalogueList,
  catalogueProductNoun,
  STOCK_WORDS,
  type CatalogueProduct,
  type StockWord,
} from './catalogue/catalogue-product.js';
export { Catalogue } from './catalogue/catalogue.js';
export type { ProductProperty } from './catalogue/product-properties.js';
export { completeProducts, type CustomerOfProduct } from './catalogue/completed-products.js';
export { findProductImage, type ProductImage } from './catalogue/product-images.js';
export { pricingOf } from './catalogue/prices-of-account.js';
export { MergedStorefrontModule } from './storefront.module.js';
export { storefrontInvariants } from './verify/storefront-invariants.js';
export { storefrontMigrations } from './storefront.schema.js';
export type { CartId, CartLineId, FreeAddress } from './cart/cart.js';
export type { CartView } from './cart/cart.view.js';
export { EmptyCart } from './cart/empty-cart.js';
export { FillCart, type SkippedLine } from './cart/fill-cart.js';
export { LINE_HINDRANCES, type LineHindrance } from './cart/price-cart.js';
export { QUICK_RESULTS, QuickOrder, type QuickResult } from './cart/quick-order.js';
export { readOrderFile, requireOrderFile } from './cart/order-file/read-order-file.js';
export { MOST_QUICK_LINES, quickOrderLines, type QuickLine } from './cart/quick-order-lines.js';
export { ReadCart } from './cart/read-cart.js';
export { RemoveCartLine } from './cart/remove-cart-line.js';
export { ReplaceCart } from './cart/replace-cart.js';
export { SetCartLine } from './cart/set-cart-line.js';
export {
  cartChanged,
  cartEmpty,
  cartFull,
  cartLineUnavailable,
  priceChanged,
  priceOnRequest,
  termsRequired,
  favouriteListFull,
  productNotAvailable,
  cartBusy,
  quickOrderBusy,
  quickOrderFileRefused,
  quickOrderTooLong,
} from './storefront.errors.js';
export { CHECKOUT_OUTCOMES, type CheckoutOutcome } from './checkout/cart-order.repository.js';
export { HandCartOver } from './checkout/hand-cart-over.js';
export { requestOfCart } from './checkout/request-of-cart.js';
export { CheckOut, type CheckoutInput } from './checkout/check-out.js';
export {
  favouriteListNoun,
  favouriteLists,
  favouriteListsWithin,
  type FavouriteListId,
  type FavouriteListView,
} from './favourites/favourite-list.js';
export { KeepFavourites } from './favourites/keep-favourites.js';
export { forgetCarts } from './cart/forget-carts.js';
