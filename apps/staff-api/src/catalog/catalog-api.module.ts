import { Module } from '@nestjs/common';
import { CatalogModule } from '@quittance/catalog';
import { PriceBookEntriesController } from './price-book-entries.controller.js';
import { PriceBooksController } from './price-books.controller.js';

@Module({
  imports: [CatalogModule],
  controllers: [PriceBooksController, PriceBookEntriesController],
})
export class CatalogApiModule {}
