import type { Entity, Migration } from '@quittance/database';
import { Product1764000210001 } from './migrations/1764000210001-product.js';
import { PriceBook1764000210002 } from './migrations/1764000210002-price-book.js';
import { PriceBookEntryEntity } from './price-books/price-book-entry.entity.js';

export const catalogMigrations: readonly Migration[] = [
  Product1764000210001,
  PriceBook1764000210002,
];

export const catalogEntities: readonly Entity[] = [PriceBookEntryEntity];
