import { Module } from '@nestjs/common';
import { SalesModule } from '@quittance/sales/host';
import { QuoteApprovalController } from './quotes/quote-approval.controller.js';
import { QuoteLinesController } from './quotes/quote-lines.controller.js';
import {
  QuoteDecisionsController,
  QuoteStatesController,
} from './quotes/quote-states.controller.js';
import { QuoteMassController } from './quotes/quote-mass.controller.js';
import { QuoteMarginController } from './quotes/quote-margin.controller.js';
import { QuoteSettingsController } from './quotes/quote-settings.controller.js';
import { QuoteTemplatesController } from './quotes/quote-templates.controller.js';
import { QuotesController } from './quotes/quotes.controller.js';
import {
  OrderFulfilmentController,
  OrderHistoryController,
} from './orders/order-fulfilment.controller.js';
import { OrderLinesController } from './orders/order-lines.controller.js';
import {
  OrderStatesController,
  QuoteConversionController,
} from './orders/order-states.controller.js';
import { OrderMassController } from './orders/order-mass.controller.js';
import { OrdersController } from './orders/orders.controller.js';
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
    QuoteMassController,
    QuoteLinesController,
    QuoteStatesController,
    QuoteDecisionsController,
    QuoteApprovalController,
    QuoteMarginController,
    QuoteSettingsController,
    QuoteTemplatesController,
    OrdersController,
    OrderMassController,
    OrderLinesController,
    OrderStatesController,
    OrderFulfilmentController,
    OrderHistoryController,
    QuoteConversionController,
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
