import { OF_ACCOUNT } from '@quittance/crm';
import { TAX_ROUNDINGS } from '@quittance/company';
import type { AccountId, Id, InvoiceId, ScheduleId } from '@quittance/kernel';
import {
  boolean,
  date,
  datetime,
  integer,
  json,
  lookup,
  picklist,
  text,
  textarea,
} from '@quittance/fields';
import {
  amount,
  choicesOf,
  completed,
  currencyCode,
  describeNoun,
  hidden,
  items,
  optional,
  required,
  serial,
  system,
  type HeadRowOf,
  type RowOf,
} from '@quittance/nouns';
import {
  documentAdjustments,
  documentReferenceMembers,
  type DocumentAdjustment,
  type BillTo,
} from '@quittance/lines';
import type { Dispute } from '../disputes/dispute.js';
import type { InvoiceStatus, UnsentStatus } from './invoice.js';
import type { KeptRegistration } from '../registrations/irn.js';
import { disputedAmountOf } from '../disputes/undisputed-balance.js';

const STATUSES: Readonly<Record<InvoiceStatus, string>> = {
  draft: 'Draft',
  pending: 'Pending',
  sent: 'Sent',
  viewed: 'Viewed',
  partially_paid: 'Partially paid',
  overdue: 'Overdue',
  disputed: 'Disputed',
  paid: 'Paid',
  written_off: 'Written off',
  void: 'Void',
  cancelled: 'Cancelled',
};

/** A field of the object. */
const FIELD = { catalogued: true } as const;
/** What says something of it and changes nothing, even after it has been sent. */
const SAID = { ...FIELD, changes: 'always', copied: true, printed: true } as const;
const PERIOD = { ...FIELD, copied: true, csv: true, printed: true } as const;
const MONEY = { ...FIELD, csv: true, printed: true } as const;
/** Money puts them there by a statement of its own. */
const SETTLED = { ...FIELD, once: true, csv: true } as const;
const UNLISTED = { listed: false } as const;
/** More than any document has. */

/** The members of an invoice in the order in which it is answered. Amounts are minor units. */
export const invoiceMembers = {
  id: system(lookup<InvoiceId>('Id', null), { ...UNLISTED, csv: true }),
  version: system(integer('Version'), UNLISTED),
  number: system(text('Number', { maxLength: 64, searched: true }), {
    ...FIELD,
    example: 'INV-000042',
    once: true,
    csv: true,
    printed: true,
  }),
  numberPeriod: hidden(text('Period of the number'), { once: true }),
  numberSeq: serial(),
  status: system(picklist('Status', STATUSES), { ...FIELD, csv: true }),
  unsentStatus: hidden(
    picklist('Status before it was sent', choicesOf<UnsentStatus>(['draft', 'pending'])),
  ),
  accountId: required(lookup<AccountId>('Account', 'account', { onDelete: 'restrict' }), {
    ...FIELD,
    copied: true,
    csv: true,
  }),
  billToName: hidden(text('Name of the buyer', { searched: true }), {
    sql: `i.bill_to->>'name'`,
    nullable: true,
    listed: true,
  }),
  currency: completed(currencyCode(), {
    ...FIELD,
    advice: 'The account’s, else the company’s.',
    copied: true,
    csv: true,
  }),
  issueDate: completed(date('Issue date'), {
    ...FIELD,
    advice: 'Today, in the company’s time zone.',
    csv: true,
    printed: true,
  }),
  dueDate: completed(date('Due date'), {
    ...FIELD,
    advice: 'The account’s credit days after the issue date, else 30.',
    csv: true,
    printed: true,
  }),
  periodStart: optional(date('Period from'), PERIOD),
  periodEnd: optional(date('Period to'), PERIOD),
  /** 0 of the invoice of a period of its schedule, else it stands beside that. */
  periodPart: hidden(integer('Part of the period'), { once: true }),
  salesOrderId: optional(lookup<Id<'sales-order'>>('Sales order', 'sales-order'), { copied: true }),
  scheduleId: system(lookup<ScheduleId>('Schedule', null), { nullable: true, once: true }),
  subscriptionId: optional(lookup<Id<'subscription'>>('Subscription', null), { copied: true }),
  contractId: optional(lookup<Id<'contract'>>('Contract', 'contract'), { copied: true }),
  billTo: system(json<BillTo>('Bill to'), FIELD),
  poNumber: optional(text('PO number', { maxLength: 100, searched: true }), {
    ...SAID,
    csv: true,
  }),
  ...documentReferenceMembers,
  notes: optional(textarea('Notes', { maxLength: 5000 }), { ...SAID, ...UNLISTED }),
  pricesIncludeTax: completed(boolean('Prices include tax'), {
    ...FIELD,
    ...UNLISTED,
    copied: true,
    printed: true,
  }),
  adjustments: optional(
    items<DocumentAdjustment>('Allowances and charges', {
      maxItems: documentAdjustments.most,
      help:
        'What is taken off the whole invoice, or put on it (BG-20, BG-21). Each makes a line of ' +
        'its own, with `adjustment`, behind those of what is sold.',
    }),
    { ...UNLISTED, copied: true },
  ),
  taxRounding: system(picklist('Rounding of tax', choicesOf(TAX_ROUNDINGS)), UNLISTED),
  subtotal: system(amount('Subtotal'), MONEY),
  taxTotal: system(amount('Tax'), MONEY),
  total: system(amount('Total'), MONEY),
  paidAmount: system(amount('Paid'), { ...SETTLED, printed: 'paid' }),
  creditedAmount: system(amount('Credited'), { ...SETTLED, printed: 'credited' }),
  writtenOffAmount: system(
    amount('Written off', { help: 'What of the rest is expected of nobody any more.' }),
    { ...FIELD, csv: true, printed: 'writtenOff' },
  ),
  balance: system(
    amount('Balance', {
      help: 'total − paidAmount − creditedAmount − writtenOffAmount; 0 when void or cancelled.',
    }),
    MONEY,
  ),
  disputedAmount: system(
    amount('Disputed', { help: 'What of the balance the customer objects to, and dunning skips.' }),
    { sql: disputedAmountOf('i'), csv: true },
  ),
  isOverdue: system(
    boolean('Overdue', { help: 'Money is open and the due day is over, by the company’s date.' }),
    { derived: true, csv: true },
  ),
  sentAt: system(datetime('Sent at'), { ...FIELD, nullable: true, csv: true }),
  viewedAt: system(datetime('Viewed at'), { ...FIELD, nullable: true }),
  dispute: system(json<Dispute>('Dispute'), { nullable: true }),
  voidReason: system(text('Why it is void', { maxLength: 1000 }), { ...UNLISTED, nullable: true }),
  /** When it was voided or cancelled. */
  closedAt: hidden(datetime('Closed at'), { nullable: true }),
  externalReference: system(
    text('External reference', {
      maxLength: 200,
      help: 'Its number where it was imported from.',
    }),
    { ...FIELD, nullable: true, once: true, searchedUnsaid: true },
  ),
  /** Its registration at India's portal; written by statements of its own alone. */
  irn: hidden(json<KeptRegistration>('Registration'), { nullable: true, once: true }),
  createdAt: system(datetime('Created at'), { once: true, csv: true }),
  updatedAt: system(datetime('Updated at')),
};

/** What of `receivables.invoice` reads, writes, lists, prints and documents it. */
export const invoiceNoun = describeNoun({
  name: 'invoice',
  label: 'Invoice',
  pluralLabel: 'Invoices',
  path: '/invoices',
  table: 'receivables.invoice',
  alias: 'i',
  defaultSort: '-issueDate',
  reach: { resource: 'invoices', ways: [OF_ACCOUNT] },
  members: invoiceMembers,
});

type Members = typeof invoiceMembers;

/** An invoice as it is read: without its company, which is the transaction's. */
export type Invoice = RowOf<Members>;

/** What an answer needs of it. */
export type InvoiceHeadRow = HeadRowOf<Members>;
