import { Module } from '@nestjs/common';
import { Database } from '@quittance/database';
import { DebtSettlement, SubscriptionDebts, SubscriptionsModule } from '@quittance/sales';
import { debtsOfSubscriptions } from './debts-of-subscriptions.js';
import { settledSubscriptions, takeBack } from './settled-subscriptions.js';

/** What subscriptions are told of their invoices. */
@Module({ imports: [SubscriptionsModule] })
export class DebtsModule {
  constructor(db: Database, debts: SubscriptionDebts, settlement: DebtSettlement) {
    debts.register(debtsOfSubscriptions);
    db.conclude(settledSubscriptions, takeBack(settlement));
  }
}
