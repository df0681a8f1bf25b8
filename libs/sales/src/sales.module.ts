import { Module } from '@nestjs/common';
import { SubscriptionsModule } from './subscriptions.module.js';

const providers: never[] = [];

/** What is agreed with customers: quotes, orders, contracts and subscriptions. */
@Module({
  imports: [SubscriptionsModule],
  providers,
  exports: [...providers, SubscriptionsModule],
})
export class SalesModule {}
