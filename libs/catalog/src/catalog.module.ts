import { Module } from '@nestjs/common';
import { ObjectCatalogue } from '@quittance/metadata';
import { ObjectsModule } from '@quittance/objects';
import { SaveProductCosts } from './costs/save-product-costs.js';
import { CreatePriceBookEntry } from './price-books/create-price-book-entry.js';
import { DeletePriceBookEntry } from './price-books/delete-price-book-entry.js';
import { ImportPriceBookEntries } from './price-books/import-price-book-entries.js';
import { priceBookObject } from './price-books/price-book-record.js';
import { UpdatePriceBookEntry } from './price-books/update-price-book-entry.js';
import { productObject } from './products/product-record.js';

const OPERATIONS = [
  CreatePriceBookEntry,
  UpdatePriceBookEntry,
  DeletePriceBookEntry,
  ImportPriceBookEntries,
  SaveProductCosts,
];

/** The record types of what is sold. */
export const CATALOG_OBJECTS = [productObject, priceBookObject] as const;

@Module({ imports: [ObjectsModule], providers: OPERATIONS, exports: OPERATIONS })
export class CatalogModule {
  constructor(catalogue: ObjectCatalogue) {
    catalogue.register(...CATALOG_OBJECTS);
  }
}
