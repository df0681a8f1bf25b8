import { Module } from '@nestjs/common';
import { ReceivablesModule } from '@quittance/billing';
import { CatalogModule } from '@quittance/catalog';
import { CrmModule } from '@quittance/crm';
import { OutboxModule } from '@quittance/outbox';
import { RulesModule } from '@quittance/rules';
import { RunRules } from './run-rules.js';

/** The objects that rules are about are described by the libs imported here. */
@Module({
  imports: [ReceivablesModule, CatalogModule, CrmModule, OutboxModule, RulesModule],
  providers: [RunRules],
})
export class RulesWorkerModule {}
