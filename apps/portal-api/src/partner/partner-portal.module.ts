import { Module } from '@nestjs/common';
import { CrmModule } from '@quittance/crm/host';
import { DocumentsModule } from '@quittance/documents';
import { PartnerModule } from '@quittance/partner';
import { QuoteRequestsModule } from '@quittance/portal/host';
import { SalesModule } from '@quittance/sales';
import { DownloadsApiModule } from '../downloads/downloads-api.module.js';
import { UploadsApiModule } from '../uploads/uploads-api.module.js';
import { BroughtLists } from './brought-lists.js';
import { BroughtController } from './brought.controller.js';
import { CustomerChecks } from './customer-checks.js';
import { DealQuotesController } from './deal-quotes.controller.js';
import { OwnCommissionsController } from './own-commissions.controller.js';
import { OwnRegistrationsController } from './own-registrations.controller.js';
import { PartnerDownloadsController } from './partner-downloads.controller.js';
import { PartnerDocumentsController } from './partner-documents.controller.js';
import { PartnerSearchController } from './partner-search.controller.js';
import { RegistrationStepsController } from './registration-steps.controller.js';

@Module({
  imports: [
    CrmModule,
    DocumentsModule,
    DownloadsApiModule,
    PartnerModule,
    QuoteRequestsModule,
    SalesModule,
    UploadsApiModule,
  ],
  providers: [BroughtLists, CustomerChecks],
  controllers: [
    RegistrationStepsController,
    OwnRegistrationsController,
    BroughtController,
    PartnerDocumentsController,
    PartnerDownloadsController,
    DealQuotesController,
    PartnerSearchController,
    OwnCommissionsController,
  ],
})
export class PartnerPortalModule {}
