import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { SweepUsage } from './days/sweep-usage.js';
import { ReadPortalUsage } from './figures/read-portal-usage.js';

const PROVIDERS = [ReadPortalUsage, SweepUsage];

/** How the portals are used. */
@Module({ imports: [CompanyModule], providers: PROVIDERS, exports: PROVIDERS })
export class AnalyticsModule {}
