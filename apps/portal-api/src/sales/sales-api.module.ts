import { Module } from '@nestjs/common';
import { SalesModule } from '@quittance/sales/host';
import { PublicQuotesController } from './public-quotes.controller.js';
import { QuotePagesController } from './quote-pages.controller.js';

@Module({
  imports: [SalesModule],
  controllers: [PublicQuotesController, QuotePagesController],
})
export class SalesApiModule {}
