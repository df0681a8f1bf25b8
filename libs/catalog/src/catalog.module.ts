import { Module } from '@nestjs/common';
import { CreatePriceBookEntry } from './price-books/create-price-book-entry.js';
import { CreatePriceBook } from './price-books/create-price-book.js';
import { DeletePriceBookEntry } from './price-books/delete-price-book-entry.js';
import { UpdatePriceBookEntry } from './price-books/update-price-book-entry.js';
import { UpdatePriceBook } from './price-books/update-price-book.js';
import { CreateProduct } from './products/create-product.js';
import { UpdateProduct } from './products/update-product.js';

const OPERATIONS = [
  CreateProduct,
  UpdateProduct,
  CreatePriceBook,
  UpdatePriceBook,
  CreatePriceBookEntry,
  UpdatePriceBookEntry,
  DeletePriceBookEntry,
];

@Module({ providers: OPERATIONS, exports: OPERATIONS })
export class CatalogModule {}
