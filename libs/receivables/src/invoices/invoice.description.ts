import { TAX_ROUNDINGS } from '@quittance/company';
import type { AccountId, Id, InvoiceId, ScheduleId } from '@quittance/kernel';
import {
  amount,
  boolean,
  currencyCode,
  date,
  describeNoun,
  id,
  instant,
  integer,
  json,
  serial,
  text,
  typed,
  word,
  type HeadRowOf,
  type RowOf,
} from '@quittance/nouns';
import type { BillTo } from '../printing/bill-to.js';
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
  void: 'Void',
  cancelled: 'Cancelled',
};

/** What a person writes of an invoice, as long as it has not been sent. */
const WRITTEN = { sent: 'optional', changes: 'early' } as const;
/** What says something of it and changes nothing, even after it has been sent. */
const SAID = { sent: 'optional', changes: 'always', nullable: true, copied: true } as const;
/** Looked for by its text. */
const SEARCHED = { listed: true, searched: true } as const;
/** A record that it comes from. */
const LINK = { ...WRITTEN, nullable: true, copied: true, listed: true } as const;
const PERIOD = { ...LINK, csv: true, printed: true } as const;
const MONEY = { listed: true, csv: true, printed: true } as const;
/** Money puts them there by a statement of its own. */
const SETTLED = { once: true, listed: true, csv: true } as const;

/** The members of an invoice in the order in which it is answered. Amounts are minor units. */
export const invoiceMembers = {
  id: id({ as: typed<InvoiceId>(), csv: true }),
  version: integer({}),
  number: text({
    label: 'Number',
    max: 64,
    example: 'INV-000042',
    once: true,
    listed: true,
    searched: true,
    csv: true,
    printed: true,
  }),
  numberPeriod: text({ hidden: true, once: true }),
  numberSeq: serial({ hidden: true, once: true }),
  status: word({ label: 'Status', values: STATUSES, listed: true, csv: true }),
  unsentStatus: text({ as: typed<UnsentStatus>(), hidden: true }),
  accountId: id({
    as: typed<AccountId>(),
    label: 'Account',
    target: 'account',
    sent: 'required',
    changes: 'early',
    copied: true,
    listed: true,
    csv: true,
  }),
  billToName: text({ sql: `i.bill_to->>'name'`, nullable: true, hidden: true, ...SEARCHED }),
  currency: currencyCode({
    label: 'Currency',
    ...WRITTEN,
    aboutSent: 'The account’s, else the company’s.',
    copied: true,
    listed: true,
    csv: true,
  }),
  issueDate: date({
    label: 'Issue date',
    ...WRITTEN,
    aboutSent: 'Today, in the company’s time zone.',
    listed: true,
    csv: true,
    printed: true,
  }),
  dueDate: date({
    label: 'Due date',
    ...WRITTEN,
    aboutSent: 'The account’s credit days after the issue date, else 30.',
    listed: true,
    csv: true,
    printed: true,
  }),
  periodStart: date({ label: 'Period from', ...PERIOD }),
  periodEnd: date({ label: 'Period to', ...PERIOD }),
  salesOrderId: id({ as: typed<Id<'sales-order'>>(), ...LINK }),
  scheduleId: id({ as: typed<ScheduleId>(), nullable: true, once: true, listed: true }),
  subscriptionId: id({ as: typed<Id<'subscription'>>(), ...LINK }),
  contractId: id({ as: typed<Id<'contract'>>(), ...LINK }),
  billTo: json({ as: typed<BillTo>(), label: 'Bill to' }),
  poNumber: text({ label: 'PO number', max: 100, ...SAID, ...SEARCHED, csv: true, printed: true }),
  notes: text({ label: 'Notes', max: 5000, long: true, ...SAID, printed: true }),
  pricesIncludeTax: boolean({
    label: 'Prices include tax',
    ...WRITTEN,
    copied: true,
    printed: true,
  }),
  taxRounding: word({ values: TAX_ROUNDINGS }),
  subtotal: amount({ label: 'Subtotal', ...MONEY }),
  taxTotal: amount({ label: 'Tax', ...MONEY }),
  total: amount({ label: 'Total', ...MONEY }),
  paidAmount: amount({ label: 'Paid', ...SETTLED, printed: 'paid' }),
  creditedAmount: amount({ label: 'Credited', ...SETTLED, printed: 'credited' }),
  balance: amount({
    label: 'Balance',
    ...MONEY,
    about: 'total − paidAmount − creditedAmount; 0 when void or cancelled.',
  }),
  disputedAmount: amount({
    sql: disputedAmountOf('i'),
    listed: true,
    csv: true,
    about: 'What of the balance the customer objects to, and dunning skips.',
  }),
  isOverdue: boolean({
    derived: true,
    csv: true,
    about: 'Money is open and the due day is over, by the company’s date.',
  }),
  sentAt: instant({ label: 'Sent at', nullable: true, listed: true, csv: true }),
  viewedAt: instant({ label: 'Viewed at', nullable: true, listed: true }),
  dispute: json({ as: typed<Dispute>(), nullable: true }),
  voidReason: text({ max: 1000, nullable: true }),
  /** When it was voided or cancelled. */
  closedAt: instant({ nullable: true, hidden: true }),
  externalReference: text({
    label: 'External reference',
    max: 200,
    about: 'Its number where it was imported from.',
    nullable: true,
    once: true,
    listed: true,
    searched: 'unsaid',
  }),
  /** Its registration at India's portal; written by statements of its own alone. */
  irn: json({ as: typed<KeptRegistration>(), nullable: true, hidden: true, once: true }),
  createdAt: instant({ once: true, listed: true, csv: true }),
  updatedAt: instant({ listed: true }),
};

/** What of `receivables.invoice` reads, writes, lists, prints and documents it. */
export const invoiceNoun = describeNoun({
  table: 'receivables.invoice',
  alias: 'i',
  members: invoiceMembers,
});

type Members = typeof invoiceMembers;

/** An invoice as it is read: without its company, which is the transaction's. */
export type Invoice = RowOf<Members>;

/** What an answer needs of it. */
export type InvoiceHeadRow = HeadRowOf<Members>;
