import { Module } from '@nestjs/common';
import { PortalUsersModule, QuoteRequestsModule } from '@quittance/portal/host';
import { MergedStorefrontModule } from '@quittance/storefront/host';
import { PortalApprovalsController } from './portal-approvals.controller.js';
import { PortalSettingsController } from './portal-settings.controller.js';
import { PortalUserStatesController } from './portal-user-states.controller.js';
import { PortalUsersController } from './portal-users.controller.js';
import { SelfServiceDocumentsController } from './requests/self-service-documents.controller.js';
import { SelfServiceQuotesController } from './requests/self-service-quotes.controller.js';
import { SelfServiceStepsController } from './requests/self-service-steps.controller.js';
import { VendorsController } from './vendors.controller.js';
import { ViewAsController } from './view-as.controller.js';

/** What staff set up for the portals. */
@Module({
  imports: [MergedStorefrontModule, PortalUsersModule, QuoteRequestsModule],
  controllers: [
    PortalApprovalsController,
    PortalSettingsController,
    PortalUserStatesController,
    PortalUsersController,
    SelfServiceDocumentsController,
    SelfServiceQuotesController,
    SelfServiceStepsController,
    VendorsController,
    ViewAsController,
  ],
})
export class PortalAdministrationModule {}
