import { Module } from '@nestjs/common';
import { OrderPorts, SalesModule } from '@quittance/sales';
import { limitsOfOrders } from './follow-orders.js';

/** Settles and frees what was reserved with orders, wherever orders are confirmed or cancelled. */
@Module({ imports: [SalesModule] })
export class OrderLimitsModule {
  constructor(ports: OrderPorts) {
    ports.follow(limitsOfOrders);
  }
}
