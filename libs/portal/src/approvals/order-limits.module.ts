import { Module } from '@nestjs/common';
import {
  CustomerAgreements,
  OrderPorts,
  QuoteDesk,
  SalesModule,
  SubscriptionFollowers,
  SubscriptionsModule,
} from '@quittance/sales';
import { followAnsweredQuotes } from './follow-answered-quotes.js';
import { limitsOfOrders } from './follow-orders.js';
import { limitsOfSubscriptions } from './follow-subscriptions.js';

/**
 * Settles and frees what was reserved with orders and changes of subscriptions, and ends what
 * waited with quotes, wherever those are confirmed, cancelled, withdrawn or answered.
 */
@Module({ imports: [SalesModule, SubscriptionsModule] })
export class OrderLimitsModule {
  constructor(
    ports: OrderPorts,
    desk: QuoteDesk,
    subscriptions: SubscriptionFollowers,
    agreements: CustomerAgreements,
  ) {
    ports.follow(limitsOfOrders);
    desk.follow(followAnsweredQuotes);
    subscriptions.register(limitsOfSubscriptions(agreements.changes));
  }
}
