import { Injectable } from '@nestjs/common';
import type { RecordReach } from '@quittance/access';
import { scheduleNoun } from '@quittance/billing/host';
import { creditCheckNoun, creditHoldNoun, creditOverrideNoun } from '@quittance/credit/host';
import { OF_ACCOUNT } from '@quittance/crm';
import { ledgerAccountObject } from '@quittance/crm/host';
import { attemptNoun, pauseNoun } from '@quittance/dunning/host';
import { checkoutNoun, receiptNoun, refundRequestNoun } from '@quittance/gateway/host';
import { ReachedRecordsTable, type NamedByKind, type ReachedRecords } from '@quittance/http/host';
import type { RecordObject } from '@quittance/metadata';
import { commissionNoun, registrationNoun, statementNoun } from '@quittance/partner/host';
import { approvalNoun, portalUserNoun, quoteRequestNoun } from '@quittance/portal/host';
import { creditNoteNoun, invoiceNoun, paymentNoun } from '@quittance/receivables/host';
import { orderNoun, quoteNoun, subscriptionNoun } from '@quittance/sales/host';
import { taxExemptionNoun, taxTransactionNoun } from '@quittance/tax/host';
import { BUILT_IN_OBJECTS } from '../objects/served-objects.js';

/** By the name of an object or a noun, the members of bodies that hold the id of one. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  account: ['accountId', 'accountIds', 'loserId'],
  asset: ['assetId', 'assetIds'],
  'billing-schedule': ['scheduleId', 'scheduleIds'],
  campaign: ['campaignId', 'campaignIds'],
  case: ['caseId', 'caseIds'],
  contact: ['contactId', 'contactIds'],
  contract: ['contractId', 'contractIds'],
  'credit-check': ['checkId', 'checkIds'],
  'credit-note': ['creditNoteId', 'creditNoteIds'],
  deal: ['dealId', 'dealIds'],
  invoice: ['invoiceId', 'invoiceIds'],
  lead: ['leadId', 'leadIds'],
  'ledger-account': ['ledgerAccountId', 'partnerId', 'partnerIds', 'vendorId', 'vendorIds'],
  meter: ['meterId', 'meterIds'],
  payment: ['paymentId', 'paymentIds'],
  pipeline: ['pipelineId', 'pipelineIds'],
  plan: ['planId', 'planIds'],
  'price-book': ['priceBookId', 'defaultPriceBookId'],
  product: ['productId', 'productIds'],
  quote: ['quoteId', 'quoteIds'],
  'sales-order': ['orderId', 'salesOrderId', 'salesOrderIds'],
  subscription: ['subscriptionId', 'subscriptionIds'],
};

/** Objects and nouns beside the account that are about one. */
const ABOUT_ACCOUNTS: ReadonlySet<string> = new Set([
  'asset',
  'contract',
  'quote',
  'sales-order',
  'subscription',
]);

interface Described {
  readonly name: string;
  readonly label: string;
  readonly path: string;
  readonly table: string;
}

function reached({ name, label, path, table }: Described, reach: RecordReach): ReachedRecords {
  const members = MEMBERS[name] ?? [];
  const base = { name, label, path, table, reach, members };
  if (name === 'account') return { ...base, account: reach.ways };
  if (ABOUT_ACCOUNTS.has(name)) return { ...base, account: [OF_ACCOUNT] };
  const isReached = reach.ways.every((way) => way.at(-1)?.view === OF_ACCOUNT[0]?.view);
  return isReached ? { ...base, account: reach.ways } : base;
}

function objectReached({ name, label, path, table, resource }: RecordObject): ReachedRecords {
  return reached({ name, label, path, table: table.name }, { resource, ways: [[]] });
}

/** What the guard of records knows: everything that a role may reach some of. */
export const REACHED_RECORDS: readonly ReachedRecords[] = [
  ...BUILT_IN_OBJECTS.filter(({ owned }) => owned).map((object) => ({
    ...objectReached(object),
    judged: true,
  })),
  objectReached(ledgerAccountObject),
  // A partner of the programme is its ledger account.
  { ...objectReached(ledgerAccountObject), path: '/partner-members', members: [] },
  ...[
    approvalNoun,
    attemptNoun,
    checkoutNoun,
    commissionNoun,
    creditCheckNoun,
    creditHoldNoun,
    creditNoteNoun,
    creditOverrideNoun,
    invoiceNoun,
    orderNoun,
    pauseNoun,
    paymentNoun,
    portalUserNoun,
    quoteNoun,
    quoteRequestNoun,
    receiptNoun,
    registrationNoun,
    refundRequestNoun,
    scheduleNoun,
    statementNoun,
    subscriptionNoun,
    taxExemptionNoun,
    taxTransactionNoun,
  ].map((noun) => reached(noun, noun.reach)),
  // Disputes at providers are receipts that are read one by one.
  { ...reached(receiptNoun, receiptNoun.reach), path: '/payments/disputes' },
  // Deposits without an order are invoices.
  { ...reached(invoiceNoun, invoiceNoun.reach), path: '/deposits', members: [] },
];

const BY_KIND: readonly NamedByKind[] = [
  { id: 'relatedId', kind: 'relatedObject' },
  { id: 'recordId', kind: 'object' },
  { id: 'id', kind: 'type' },
  {
    id: 'partyId',
    kind: 'directory',
    named: { customer: 'account', partner: 'ledger-account', vendor: 'ledger-account' },
  },
];

@Injectable()
export class StaffReachedRecords extends ReachedRecordsTable {
  readonly records = REACHED_RECORDS;
  readonly byKind = BY_KIND;
}
