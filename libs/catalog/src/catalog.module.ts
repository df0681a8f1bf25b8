import { Module } from '@nestjs/common';
import { ObjectCatalogue, ObjectsModule } from '@quittance/objects';
import { CreatePriceBookEntry } from './price-books/create-price-book-entry.js';
import { CreatePriceBook } from './price-books/create-price-book.js';
import { DeletePriceBookEntry } from './price-books/delete-price-book-entry.js';
import { UpdatePriceBookEntry } from './price-books/update-price-book-entry.js';
import { UpdatePriceBook } from './price-books/update-price-book.js';
import { productObject } from './products/product-record.js';

const OPERATIONS = [
  CreatePriceBook,
  UpdatePriceBook,
  CreatePriceBookEntry,
  UpdatePriceBookEntry,
  DeletePriceBookEntry,
];

/** The record types of what is sold. */
export const CATALOG_OBJECTS = [productObject] as const;

@Module({ imports: [ObjectsModule], providers: OPERATIONS, exports: OPERATIONS })
export class CatalogModule {
  constructor(catalogue: ObjectCatalogue) {
    catalogue.register(...CATALOG_OBJECTS);
  }
}
