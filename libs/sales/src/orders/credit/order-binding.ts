import { Injectable } from '@nestjs/common';
import { CreditControl } from '@quittance/credit';
import { OrderSubscriptions } from '../conversion/order-subscriptions.js';
import { OrderPorts } from '../order-ports.js';

/** What an order is made to bind with. */
@Injectable()
export class OrderBinding {
  constructor(
    readonly credit: CreditControl,
    readonly subscriptions: OrderSubscriptions,
    readonly ports: OrderPorts,
  ) {}
}
