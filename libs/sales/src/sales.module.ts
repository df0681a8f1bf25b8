import { Module } from '@nestjs/common';

const providers: never[] = [];

/** What is agreed with customers: quotes, orders, contracts and subscriptions. */
@Module({ providers, exports: providers })
export class SalesModule {}
