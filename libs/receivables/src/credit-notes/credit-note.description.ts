import { OF_ACCOUNT } from '@quittance/crm';
import { TAX_ROUNDINGS } from '@quittance/company';
import type { AccountId, CreditNoteId, Id, InvoiceId } from '@quittance/kernel';
import { boolean, date, datetime, integer, json, lookup, picklist, text } from '@quittance/fields';
import {
  amount,
  choicesOf,
  completed,
  currencyCode,
  describeNoun,
  hidden,
  optional,
  required,
  serial,
  system,
  type RowOf,
} from '@quittance/nouns';
import { documentReferenceMembers, type BillTo } from '@quittance/lines';
import type { KeptRegistration } from '../registrations/irn.js';
import type { PaymentId } from '../payments/payment-id.js';
import { CREDIT_NOTE_KINDS, CREDIT_NOTE_STATUSES } from './credit-note.js';

/** Settled when the note is made: nothing that happens to it changes it. */
const FIXED = { once: true, csv: true } as const;
const PRINTED = { printed: true } as const;
const UNLISTED = { listed: false } as const;

/** The members of a credit note in the order in which it is answered. Amounts are minor units. */
export const creditNoteMembers = {
  id: system(lookup<CreditNoteId>('Id', null), { ...UNLISTED, csv: true }),
  version: system(integer('Version'), UNLISTED),
  number: system(text('Number', { maxLength: 64, searched: true }), {
    ...FIXED,
    example: 'CN-000042',
    printed: true,
  }),
  numberPeriod: hidden(text('Period of the number'), { once: true }),
  numberSeq: serial(),
  kind: system(
    picklist('Kind', choicesOf(CREDIT_NOTE_KINDS), {
      help: '`on_account` keeps the excess of a payment.',
    }),
    FIXED,
  ),
  status: system(picklist('Status', choicesOf(CREDIT_NOTE_STATUSES)), { csv: true }),
  accountId: required(lookup<AccountId>('Account', 'account'), FIXED),
  invoiceId: optional(lookup<InvoiceId>('Invoice', 'invoice'), {
    ...FIXED,
    advice: 'The invoice it corrects: currency, buyer and tax are those of the invoice.',
  }),
  paymentId: system(lookup<PaymentId>('Payment', null), { ...FIXED, nullable: true }),
  providerPaymentId: system(text('Payment at the provider', { maxLength: 255, searched: true }), {
    nullable: true,
    once: true,
  }),
  /** The row of its payment by which money came back that no invoice could take. */
  refundId: hidden(lookup<Id<'refund'>>('Returned by', null), { nullable: true, once: true }),
  currency: completed(currencyCode(), {
    ...FIXED,
    advice: 'The invoice’s, else the account’s or company’s.',
  }),
  issueDate: completed(date('Issue date'), {
    advice: 'Today, in the company’s time zone.',
    csv: true,
    printed: true,
  }),
  reason: required(text('Reason', { maxLength: 1000, searched: true }), {
    ...UNLISTED,
    csv: 'last',
    printed: true,
  }),
  /** Who is credited, as known when it was written. */
  billTo: system(json<BillTo>('Bill to', { help: 'Null on account.' }), {
    nullable: true,
    once: true,
  }),
  poNumber: optional(text('PO number', { maxLength: 100, searched: true }), {
    ...PRINTED,
    csv: true,
    advice: 'The invoice’s.',
  }),
  ...documentReferenceMembers,
  pricesIncludeTax: completed(boolean('Prices include tax'), {
    ...UNLISTED,
    advice: 'The invoice’s, else false.',
    printed: true,
  }),
  taxRounding: system(picklist('Rounding of tax', choicesOf(TAX_ROUNDINGS)), UNLISTED),
  reopenOrder: completed(
    boolean('Reopens the order', {
      help: 'What it credits of a sales order can be invoiced again.',
    }),
    { ...UNLISTED, once: true, advice: 'false.' },
  ),
  subtotal: system(amount('Subtotal'), PRINTED),
  taxTotal: system(amount('Tax'), PRINTED),
  total: system(amount('Total'), { ...PRINTED, csv: true }),
  appliedAmount: system(amount('Applied'), { ...FIXED, printed: 'credited' }),
  refundedAmount: system(
    amount('Refunded', { help: 'Returned to the customer with the payment it came from.' }),
    { ...FIXED, printed: 'paid' },
  ),
  remaining: system(amount('Remaining'), { csv: true, printed: 'balance' }),
  voidReason: system(text('Why it is void', { maxLength: 1000 }), { ...UNLISTED, nullable: true }),
  issuedAt: system(datetime('Issued at'), { nullable: true }),
  voidedAt: system(datetime('Voided at'), { nullable: true }),
  /** Its registration at India's portal; written by statements of its own alone. */
  irn: hidden(json<KeptRegistration>('Registration'), { nullable: true, once: true }),
  createdAt: system(datetime('Created at'), { once: true }),
  updatedAt: system(datetime('Updated at')),
};

/** What of `receivables.credit_note` reads, writes, lists, prints and documents it. */
export const creditNoteNoun = describeNoun({
  name: 'credit-note',
  label: 'Credit note',
  pluralLabel: 'Credit notes',
  path: '/credit-notes',
  table: 'receivables.credit_note',
  alias: 'n',
  defaultSort: '-issueDate',
  reach: { resource: 'credit-notes', ways: [OF_ACCOUNT] },
  members: creditNoteMembers,
});

/** A credit note as it is read: without its company, which is the transaction's. */
export type CreditNote = RowOf<typeof creditNoteMembers>;
