import { Injectable } from '@nestjs/common';
import { CampaignMembers } from '@quittance/crm/host';
import { InvoiceFields, InvoiceWorkflows } from '@quittance/receivables/host';
import { WorkflowSubjects } from '@quittance/rules/host';
import {
  OrderFields,
  OrderWorkflows,
  QuoteFields,
  QuoteWorkflows,
  SubscriptionWorkflows,
} from '@quittance/sales/host';

/**
 * Tells workflow rules of the documents that libs write by operations of their own, and of who
 * keeps the lists of campaigns.
 */
@Injectable()
export class RuledDocuments {
  constructor(
    subjects: WorkflowSubjects,
    invoices: InvoiceFields,
    quotes: QuoteFields,
    orders: OrderFields,
    members: CampaignMembers,
  ) {
    subjects.register(new InvoiceWorkflows(invoices));
    subjects.register(new QuoteWorkflows(quotes));
    subjects.register(new OrderWorkflows(orders));
    subjects.register(new SubscriptionWorkflows());
    subjects.registerCampaigns({ add: (tx, membership) => members.addOne(tx, membership) });
  }
}
