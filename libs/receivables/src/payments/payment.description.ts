import type { AccountId, InvoiceId } from '@quittance/kernel';
import {
  amount,
  currencyCode,
  date,
  describeNoun,
  id,
  instant,
  integer,
  serial,
  text,
  typed,
  word,
  type RowOf,
} from '@quittance/nouns';
import type { PaymentId } from './payment-id.js';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from './payment.js';

/** Settled when the payment is booked: nothing that happens to it changes it. */
const FIXED = { once: true, listed: true, csv: true } as const;
const GIVEN = { ...FIXED, nullable: true } as const;

/** The members of a payment in the order in which it is answered. Amounts are minor units. */
export const paymentMembers = {
  id: id({ as: typed<PaymentId>(), csv: true }),
  version: integer({}),
  number: text({ max: 64, example: 'PAY-000042', ...FIXED, searched: true }),
  numberPeriod: text({ hidden: true, once: true }),
  numberSeq: serial({ hidden: true, once: true }),
  status: word({ values: PAYMENT_STATUSES, listed: true, csv: true }),
  /** The invoice it was made for. */
  invoiceId: id({
    as: typed<InvoiceId>(),
    ...GIVEN,
    about: 'Null for a payment over several invoices.',
  }),
  accountId: id({ as: typed<AccountId>(), ...FIXED }),
  amount: amount({ sent: 'required', sign: 'positive', ...FIXED }),
  /** Refunds do not change it. */
  appliedAmount: amount({
    listed: true,
    csv: true,
    about: 'What settled invoices when it was booked.',
  }),
  onAccountAmount: amount({
    listed: true,
    csv: true,
    about: 'What became a credit note on account when it was booked.',
  }),
  refundedAmount: amount(FIXED),
  netAmount: amount({
    derived: true,
    csv: true,
    about: 'What is left of it: 0 while pending and when failed.',
  }),
  currency: currencyCode({
    sent: 'optional',
    aboutSent: 'Refused when it is not the invoice’s.',
    ...FIXED,
  }),
  method: word({ values: PAYMENT_METHODS, sent: 'required', ...FIXED }),
  reference: text({
    max: 200,
    example: 'Cheque 1042',
    sent: 'optional',
    ...GIVEN,
    searched: true,
  }),
  provider: text({ max: 50, ...GIVEN }),
  providerPaymentId: text({ max: 255, ...GIVEN, searched: true }),
  receivedOn: date({
    sent: 'optional',
    aboutSent: 'Today when absent; never a day to come.',
    ...FIXED,
  }),
  clearedAt: instant({ nullable: true, listed: true, csv: true }),
  createdAt: instant({ once: true, listed: true }),
  updatedAt: instant({ listed: true }),
};

/** The same, as it is said of money that a customer pays over several invoices. */
export const accountPaymentMembers = {
  ...paymentMembers,
  accountId: id({ as: typed<AccountId>(), sent: 'required' }),
  currency: currencyCode({ sent: 'required' }),
};

/** What of `receivables.payment` reads, writes, lists and documents it. */
export const paymentNoun = describeNoun({
  table: 'receivables.payment',
  alias: 'p',
  members: paymentMembers,
});

/** A payment as it is read: without its company, which is the transaction's. */
export type Payment = RowOf<typeof paymentMembers>;
