import { Injectable } from '@nestjs/common';
import { CreditControl, CreditPorts } from '@quittance/credit';
import { OrderSubscriptions } from '../conversion/order-subscriptions.js';
import { OrderPorts } from '../order-ports.js';
import { orderCreditSubject } from './order-credit-subject.js';
import { orderExposure } from './order-exposure.js';

/** Lets credit count orders and decide those that wait; once, when the application starts. */
@Injectable()
export class OrdersInCredit {
  constructor(
    credit: CreditPorts,
    control: CreditControl,
    ports: OrderPorts,
    subscriptions: OrderSubscriptions,
  ) {
    credit.registerExposure(orderExposure(ports));
    credit.registerSubject(orderCreditSubject(control, { subscriptions, ports }));
  }
}
