import type { Migration } from '@quittance/database';
import { Product1764000210001 } from './migrations/1764000210001-product.js';
import { PriceBook1764000210002 } from './migrations/1764000210002-price-book.js';

export const catalogMigrations: readonly Migration[] = [
  Product1764000210001,
  PriceBook1764000210002,
];
