import { Module } from '@nestjs/common';
import { AnalyticsModule } from '@quittance/analytics';
import { PortalAnalyticsController } from './portal-analytics.controller.js';

/** What staff see of the use of the portals. */
@Module({ imports: [AnalyticsModule], controllers: [PortalAnalyticsController] })
export class AnalyticsApiModule {}
