export {
  defaultPriceBookTaken,
  priceBookCurrencyFixed,
  priceBookNameTaken,
  productNotPriced,
  productPricedAlready,
  skuTaken,
} from './catalog.errors.js';
export { CATALOG_OBJECTS, CatalogModule } from './catalog.module.js';
export {
  CreatePriceBookEntry,
  type NewPriceBookEntry,
} from './price-books/create-price-book-entry.js';
export { DeletePriceBookEntry } from './price-books/delete-price-book-entry.js';
export { MAX_PRICE } from './price-books/entry-row.js';
export {
  ImportPriceBookEntries,
  type PriceImport,
} from './price-books/import-price-book-entries.js';
export type {
  PriceBook,
  PriceBookEntryId,
  PriceBookEntryView,
  PriceBookId,
} from './price-books/price-book.js';
export {
  entriesOf,
  findPriceBookEntry,
  priceBookEntryList,
  requirePriceBook,
} from './price-books/price-book.queries.js';
export { priceBookObject } from './price-books/price-book-record.js';
export {
  findPrice,
  findPrices,
  type Price,
  type WantedPrice,
} from './price-books/price.queries.js';
export {
  UpdatePriceBookEntry,
  type PriceBookEntryPatch,
} from './price-books/update-price-book-entry.js';
export { PRODUCT_TYPES, type Product, type ProductType } from './products/product.js';
export { findProduct, findProducts } from './products/product.queries.js';
export { productObject } from './products/product-record.js';
export { catalogMigrations, catalogEntities } from './catalog.schema.js';
