import { Module } from '@nestjs/common';
import { ReceivablesModule } from '@quittance/receivables';
import { CatalogModule } from '@quittance/catalog/host';
import { CrmModule } from '@quittance/crm/host';
import { OutboxModule } from '@quittance/outbox/host';
import { RulesModule } from '@quittance/rules/host';
import { SalesModule } from '@quittance/sales/host';
import { RuledDocuments } from './ruled-documents.js';
import { RunRules } from './run-rules.js';

/** The objects that rules are about are described by the libs imported here. */
@Module({
  imports: [ReceivablesModule, CatalogModule, CrmModule, OutboxModule, RulesModule, SalesModule],
  providers: [RuledDocuments, RunRules],
})
export class RulesWorkerModule {}
