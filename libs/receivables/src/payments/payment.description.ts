import { OF_ACCOUNT } from '@quittance/crm';
import type { AccountId, Id, InvoiceId } from '@quittance/kernel';
import { date, datetime, integer, lookup, picklist, text } from '@quittance/fields';
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
import type { PaymentId } from './payment-id.js';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from './payment.js';

/** Settled when the payment is booked: nothing that happens to it changes it. */
const FIXED = { once: true, csv: true } as const;
const GIVEN = { ...FIXED, nullable: true } as const;
const UNLISTED = { listed: false } as const;

/** The members of a payment in the order in which it is answered. Amounts are minor units. */
export const paymentMembers = {
  id: system(lookup<PaymentId>('Id', null), { ...UNLISTED, csv: true }),
  version: system(integer('Version'), UNLISTED),
  number: system(text('Number', { maxLength: 64, searched: true }), {
    ...FIXED,
    example: 'PAY-000042',
  }),
  numberPeriod: hidden(text('Period of the number'), { once: true }),
  numberSeq: serial(),
  status: system(picklist('Status', choicesOf(PAYMENT_STATUSES)), { csv: true }),
  /** The invoice it was made for. */
  invoiceId: system(
    lookup<InvoiceId>('Invoice', 'invoice', { help: 'Null for a payment over several invoices.' }),
    GIVEN,
  ),
  accountId: system(lookup<AccountId>('Account', 'account'), FIXED),
  amount: required(amount('Amount'), { ...FIXED, sign: 'positive' }),
  /** Refunds do not change it. */
  appliedAmount: system(amount('Applied', { help: 'What settled invoices when it was booked.' }), {
    csv: true,
  }),
  onAccountAmount: system(
    amount('On account', { help: 'What became a credit note on account when it was booked.' }),
    { csv: true },
  ),
  refundedAmount: system(amount('Refunded'), FIXED),
  netAmount: system(
    amount('Net', { help: 'What is left of it: 0 while pending and when failed.' }),
    { derived: true, csv: true },
  ),
  currency: completed(currencyCode(), {
    ...FIXED,
    advice: 'Refused when it is not the invoice’s.',
  }),
  method: required(picklist('Method', choicesOf(PAYMENT_METHODS)), FIXED),
  reference: optional(text('Reference', { maxLength: 200, searched: true }), {
    ...FIXED,
    example: 'Cheque 1042',
  }),
  provider: system(text('Provider', { maxLength: 50 }), GIVEN),
  providerPaymentId: system(
    text('Payment at the provider', { maxLength: 255, searched: true }),
    GIVEN,
  ),
  receivedOn: completed(date('Received on'), {
    ...FIXED,
    advice: 'Today when absent; never a day to come.',
  }),
  clearedAt: system(datetime('Cleared at'), { nullable: true, csv: true }),
  portalUserId: system(
    lookup<Id<'portal-user'>>('Stated by', null, {
      help: 'The user of the portal who says that it was paid.',
    }),
    { once: true, nullable: true, listed: false },
  ),
  createdAt: system(datetime('Created at'), { once: true }),
  updatedAt: system(datetime('Updated at')),
};

/** The same, as it is said of money that a customer pays over several invoices. */
export const accountPaymentMembers = {
  ...paymentMembers,
  accountId: required(lookup<AccountId>('Account', 'account')),
  currency: required(currencyCode()),
};

/** What of `receivables.payment` reads, writes, lists and documents it. */
export const paymentNoun = describeNoun({
  name: 'payment',
  label: 'Payment',
  pluralLabel: 'Payments',
  path: '/payments',
  table: 'receivables.payment',
  alias: 'p',
  defaultSort: '-receivedOn',
  reach: { resource: 'payments', ways: [OF_ACCOUNT] },
  members: paymentMembers,
});

/** A payment as it is read: without its company, which is the transaction's. */
export type Payment = RowOf<typeof paymentMembers>;
