import type { Migration } from '@quittance/database';
import { Product1764000210001 } from './migrations/1764000210001-product.js';
import { PriceBook1764000210002 } from './migrations/1764000210002-price-book.js';
import { ProductCost1764000210003 } from './migrations/1764000210003-product-cost.js';
import { CatalogViews1764000210080 } from './migrations/1764000210080-published-views.js';
import { PublishedProduct1764000210081 } from './migrations/1764000210081-published-product.js';
import { CatalogueProduct1764000820000 } from './migrations/1764000820000-catalogue-product.js';
import { ProductWords1764001100402 } from './migrations/1764001100402-record-words.js';
import { ProductPlace1764001900310 } from './migrations/1764001900310-product-place.js';

export const catalogMigrations: readonly Migration[] = [
  Product1764000210001,
  PriceBook1764000210002,
  ProductCost1764000210003,
  CatalogViews1764000210080,
  PublishedProduct1764000210081,
  CatalogueProduct1764000820000,
  ProductWords1764001100402,
  ProductPlace1764001900310,
];
