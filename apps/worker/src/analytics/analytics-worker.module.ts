import { Module } from '@nestjs/common';
import { AnalyticsModule } from '@quittance/analytics';
import { followBusiness } from '@quittance/analytics/host';
import { CompanyModule } from '@quittance/company';
import { EventConsumers, OutboxModule } from '@quittance/outbox/host';
import { SweepAllUsage } from './sweep-all-usage.js';

/** How the portals are used: what the business tells of it, and its sums. */
@Module({ imports: [AnalyticsModule, CompanyModule, OutboxModule], providers: [SweepAllUsage] })
export class AnalyticsWorkerModule {
  constructor(consumers: EventConsumers) {
    consumers.registerSet(followBusiness);
  }
}
