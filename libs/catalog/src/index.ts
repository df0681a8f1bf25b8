export type { PriceBookId } from './price-books/price-book.js';
export { findProducts } from './products/product.queries.js';
