import { Module } from '@nestjs/common';
import { SalesModule } from '@quittance/sales/host';
import { QuoteApprovalController } from './quotes/quote-approval.controller.js';
import { QuoteLinesController } from './quotes/quote-lines.controller.js';
import {
  QuoteDecisionsController,
  QuoteStatesController,
} from './quotes/quote-states.controller.js';
import { QuotesController } from './quotes/quotes.controller.js';

@Module({
  imports: [SalesModule],
  controllers: [
    QuotesController,
    QuoteLinesController,
    QuoteStatesController,
    QuoteDecisionsController,
    QuoteApprovalController,
  ],
})
export class SalesApiModule {}
