import { Module } from '@nestjs/common';
import { DocumentsModule } from '@quittance/documents';
import { SalesModule } from '@quittance/sales/host';
import { PublicQuotesController } from './public-quotes.controller.js';
import { PublicReceiptsController } from './public-receipts.controller.js';
import { QuotePagesController } from './quote-pages.controller.js';

@Module({
  imports: [DocumentsModule, SalesModule],
  controllers: [PublicQuotesController, PublicReceiptsController, QuotePagesController],
})
export class SalesApiModule {}
