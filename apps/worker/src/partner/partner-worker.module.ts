import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { EventConsumers, OutboxModule } from '@quittance/outbox/host';
import { PartnerModule } from '@quittance/partner';
import { followMoney } from '@quittance/partner/host';
import { SweepPartners } from './sweep-partners.js';

/** Partners by the clock, and what they earn by what is announced of money. */
@Module({ imports: [CompanyModule, OutboxModule, PartnerModule], providers: [SweepPartners] })
export class PartnerWorkerModule {
  constructor(consumers: EventConsumers) {
    consumers.register(followMoney);
  }
}
