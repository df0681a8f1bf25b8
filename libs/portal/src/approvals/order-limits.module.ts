import { Module } from '@nestjs/common';
import { OrderPorts, QuoteDesk, SalesModule } from '@quittance/sales';
import { followAnsweredQuotes } from './follow-answered-quotes.js';
import { limitsOfOrders } from './follow-orders.js';

/**
 * Settles and frees what was reserved with orders, and ends what waited with quotes, wherever
 * orders are confirmed or cancelled and quotes answered.
 */
@Module({ imports: [SalesModule] })
export class OrderLimitsModule {
  constructor(ports: OrderPorts, desk: QuoteDesk) {
    ports.follow(limitsOfOrders);
    desk.follow(followAnsweredQuotes);
  }
}
