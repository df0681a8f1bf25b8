import { Module } from '@nestjs/common';
import { CatalogModule } from '@quittance/catalog/host';
import { PriceBookEntriesController } from './price-book-entries.controller.js';
import { ProductCostsController } from './product-costs.controller.js';
import { PricesController } from './prices.controller.js';

@Module({
  imports: [CatalogModule],
  controllers: [PriceBookEntriesController, PricesController, ProductCostsController],
})
export class CatalogApiModule {}
