import type { Entity, Migration } from '@quittance/database';
import { Catalog1764000210001 } from './migrations/1764000210001-catalog.js';
import { DefaultPriceBook1764000210002 } from './migrations/1764000210002-default-price-book.js';
import { ProductRecords1764000210003 } from './migrations/1764000210003-product-records.js';
import { PriceBookRecords1764000210004 } from './migrations/1764000210004-price-book-records.js';
import { ProductListIndexes1764000210020 } from './migrations/1764000210020-product-list-indexes.js';
import { AssetProduct1764000210021 } from './migrations/1764000210021-asset-product.js';
import { ProductHsnCode1764000210030 } from './migrations/1764000210030-product-hsn-code.js';
import { WorkAboutProducts1764000210022 } from './migrations/1764000210022-work-about-products.js';
import { CatalogOwners1764000210023 } from './migrations/1764000210023-catalog-owners.js';
import { PriceBookEntryEntity } from './price-books/price-book-entry.entity.js';

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

export const catalogMigrations: readonly Migration[] = [
  Catalog1764000210001,
  DefaultPriceBook1764000210002,
  ProductRecords1764000210003,
  PriceBookRecords1764000210004,
  ProductListIndexes1764000210020,
  AssetProduct1764000210021,
  WorkAboutProducts1764000210022,
  CatalogOwners1764000210023,
  ProductHsnCode1764000210030,
];
export const catalogEntities: readonly Entity[] = [PriceBookEntryEntity];
