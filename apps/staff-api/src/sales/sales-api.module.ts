import { Module } from '@nestjs/common';
import { SalesModule } from '@quittance/sales/host';
import { QuoteApprovalController } from './quotes/quote-approval.controller.js';
import { QuoteLinesController } from './quotes/quote-lines.controller.js';
import {
  QuoteDecisionsController,
  QuoteStatesController,
} from './quotes/quote-states.controller.js';
import { QuotesController } from './quotes/quotes.controller.js';
import { ContractsController } from './contracts.controller.js';
import { PlanMigrationsController } from './plan-migrations.controller.js';
import { PlanVersionsController } from './plan-versions.controller.js';
import { SubscriptionChangesController } from './subscription-changes.controller.js';
import { SubscriptionStandstillController } from './subscription-standstill.controller.js';
import { SubscriptionStatesController } from './subscription-states.controller.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionUsageController, UsageEventsController } from './usage.controller.js';

@Module({
  imports: [SalesModule],
  controllers: [
    QuotesController,
    QuoteLinesController,
    QuoteStatesController,
    QuoteDecisionsController,
    QuoteApprovalController,
    ContractsController,
    PlanMigrationsController,
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
