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
