import type { Entity, Migration } from '@quittance/database';
import { Catalog1764000210001 } from './migrations/1764000210001-catalog.js';
import { DefaultPriceBook1764000210002 } from './migrations/1764000210002-default-price-book.js';
import { ProductRecords1764000210003 } from './migrations/1764000210003-product-records.js';
import { PriceBookEntity, PriceBookEntryEntity } from './price-books/price-book.entity.js';

export {
  defaultPriceBookTaken,
  priceBookNameTaken,
  productPricedAlready,
  skuTaken,
} from './catalog.errors.js';
export { CATALOG_OBJECTS, CatalogModule } from './catalog.module.js';
export {
  CreatePriceBookEntry,
  type NewPriceBookEntry,
} from './price-books/create-price-book-entry.js';
export { CreatePriceBook, type NewPriceBook } from './price-books/create-price-book.js';
export { DeletePriceBookEntry } from './price-books/delete-price-book-entry.js';
export type { PriceBookEntryId, PriceBookId } from './price-books/price-book.entity.js';
export {
  findPriceBook,
  findPriceBookEntry,
  priceBookEntryList,
  priceBookList,
  type PriceBookEntryView,
  type PriceBookView,
} from './price-books/price-book.queries.js';
export { UpdatePriceBookEntry } from './price-books/update-price-book-entry.js';
export { UpdatePriceBook, type PriceBookPatch } from './price-books/update-price-book.js';
export { PRODUCT_TYPES, type Product, type ProductType } from './products/product.js';
export { findProduct, findProducts } from './products/product.queries.js';
export { productObject } from './products/product-record.js';

export const catalogMigrations: readonly Migration[] = [
  Catalog1764000210001,
  DefaultPriceBook1764000210002,
  ProductRecords1764000210003,
];
export const catalogEntities: readonly Entity[] = [PriceBookEntity, PriceBookEntryEntity];
