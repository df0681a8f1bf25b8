import { Module } from '@nestjs/common';
import { SubscriptionDebts, SubscriptionsModule } from '@quittance/sales';
import { debtsOfSubscriptions } from './debts-of-subscriptions.js';

/** What subscriptions are told of their invoices. */
@Module({ imports: [SubscriptionsModule], exports: [SubscriptionsModule] })
export class DebtsModule {
  constructor(debts: SubscriptionDebts) {
    debts.register(debtsOfSubscriptions);
  }
}
