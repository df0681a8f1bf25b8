import { Module, type OnModuleInit } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { EventConsumers, OutboxModule } from '@quittance/outbox/host';
import { ReceivablesModule } from '@quittance/receivables';
import { OnDepositPaid } from '@quittance/receivables/host';
import { SalesModule } from '@quittance/sales/host';
import { SweepAgreements } from './sweep-agreements.js';
import { SweepQuotes } from './sweep-quotes.js';

@Module({
  imports: [CompanyModule, OutboxModule, ReceivablesModule, SalesModule],
  providers: [SweepAgreements, SweepQuotes],
})
export class SalesWorkerModule implements OnModuleInit {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly depositPaid: OnDepositPaid,
  ) {}

  /** A quote whose deposit is paid becomes an order. */
  onModuleInit(): void {
    this.consumers.register(this.depositPaid);
  }
}
