import { Injectable } from '@nestjs/common';
import { CustomerDrafts } from './orders/approval/customer-drafts.js';
import { WaitingOrders } from './orders/approval/waiting-orders.js';
import { QuoteConversion } from './orders/conversion/quote-conversion.js';
import { DecideInPortal } from './quotes/decisions/decide-in-portal.js';
import { CustomerChange } from './subscriptions/changes/customer-change.js';

/**
 * What customers themselves agree to, for whoever stands above and has asked whether they may: each
 * joins the transaction in which that was asked.
 */
@Injectable()
export class CustomerAgreements {
  constructor(
    readonly orders: WaitingOrders,
    readonly drafts: CustomerDrafts,
    readonly quotes: DecideInPortal,
    readonly conversion: QuoteConversion,
    readonly changes: CustomerChange,
  ) {}
}
