export { reachedProducts, requireReachedGoods } from './goods-reach.js';
export type { PriceBook, PriceBookId } from './price-books/price-book.js';
export { isDefaultPriceBook, requirePriceBook } from './price-books/price-book.queries.js';
export {
  type BookedPrice,
  readListedProducts,
  readPriceTiers,
} from './price-books/price-tiers.queries.js';
export { firstTier, servesOn, servingTier } from './price-books/price.js';
export { type ProductCost, readProductCosts } from './costs/product-cost.js';
export { findProducts, findProductsNamed, supplyPlaceSql } from './products/product.queries.js';
export {
  inMillionths,
  quantityFault,
  readSoldBy,
  refuseQuantity,
  type SoldBy,
} from './products/sold-quantity.js';
