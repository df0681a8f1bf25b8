import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { CustomerPortalModule } from '@quittance/portal';
import { SweepPortalApprovals } from './sweep-portal-approvals.js';

/** What the clock does about the portals. */
@Module({ imports: [CompanyModule, CustomerPortalModule], providers: [SweepPortalApprovals] })
export class ApprovalsWorkerModule {}
