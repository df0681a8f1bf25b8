import { Module } from '@nestjs/common';
import { SalesModule } from '@quittance/sales/host';
import { ContractsController } from './contracts.controller.js';
import { PlanVersionsController } from './plan-versions.controller.js';
import { SubscriptionChangesController } from './subscription-changes.controller.js';
import { SubscriptionStandstillController } from './subscription-standstill.controller.js';
import { SubscriptionStatesController } from './subscription-states.controller.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionUsageController, UsageEventsController } from './usage.controller.js';

@Module({
  imports: [SalesModule],
  controllers: [
    ContractsController,
    PlanVersionsController,
    SubscriptionsController,
    SubscriptionChangesController,
    SubscriptionStatesController,
    SubscriptionStandstillController,
    SubscriptionUsageController,
    UsageEventsController,
  ],
})
export class SalesApiModule {}
