import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { QuoteRequestsModule } from '@quittance/portal/host';
import { SweepQuoteRequests } from './sweep-quote-requests.js';

/** What customers do at their portal, by the clock. */
@Module({ imports: [CompanyModule, QuoteRequestsModule], providers: [SweepQuoteRequests] })
export class PortalWorkerModule {}
