export {
  defaultPriceBookTaken,
  priceBookCurrencyFixed,
  priceBookNameTaken,
  productNotPriced,
  productPricedAlready,
  quantityBelowMinimum,
  quantityStep,
  skuTaken,
} from './catalog.errors.js';
export { MOST_COSTS } from './costs/product-cost.js';
export { SaveProductCosts } from './costs/save-product-costs.js';
export { CATALOG_OBJECTS, CatalogModule } from './catalog.module.js';
export { catalogMigrations } from './catalog.schema.js';
export { CreatePriceBookEntry } from './price-books/create-price-book-entry.js';
export { DeletePriceBookEntry } from './price-books/delete-price-book-entry.js';
export { MAX_PRICE, priceBookEntryNoun } from './price-books/price-book-entry.description.js';
export { ImportPriceBookEntries } from './price-books/import-price-book-entries.js';
export { priceBookObject } from './price-books/price-book-record.js';
export {
  entriesOf,
  findPriceBookEntry,
  priceBookEntryList,
} from './price-books/price-book.queries.js';
export type { PriceBookEntryId } from './price-books/price-book.js';
export { findPrice, type Price } from './price-books/price.queries.js';
export { UpdatePriceBookEntry } from './price-books/update-price-book-entry.js';
export { productObject } from './products/product-record.js';
