import { TAX_ROUNDINGS } from '@quittance/company';
import type { AccountId, CreditNoteId, InvoiceId } from '@quittance/kernel';
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
  type RowOf,
} from '@quittance/nouns';
import type { BillTo } from '../printing/bill-to.js';
import type { KeptRegistration } from '../registrations/irn.js';
import type { PaymentId } from '../payments/payment-id.js';
import { CREDIT_NOTE_KINDS, CREDIT_NOTE_STATUSES } from './credit-note.js';

/** Settled when the note is made: nothing that happens to it changes it. */
const FIXED = { once: true, listed: true } as const;
const LINK = { ...FIXED, nullable: true } as const;
const MONEY = { listed: true, printed: true } as const;

/** The members of a credit note in the order in which it is answered. Amounts are minor units. */
export const creditNoteMembers = {
  id: id({ as: typed<CreditNoteId>(), csv: true }),
  version: integer({}),
  number: text({
    max: 64,
    example: 'CN-000042',
    ...FIXED,
    searched: true,
    csv: true,
    printed: true,
  }),
  numberPeriod: text({ hidden: true, once: true }),
  numberSeq: serial({ hidden: true, once: true }),
  kind: word({
    values: CREDIT_NOTE_KINDS,
    ...FIXED,
    csv: true,
    about: '`on_account` keeps the excess of a payment.',
  }),
  status: word({ values: CREDIT_NOTE_STATUSES, listed: true, csv: true }),
  accountId: id({ as: typed<AccountId>(), sent: 'required', ...FIXED, csv: true }),
  invoiceId: id({
    as: typed<InvoiceId>(),
    sent: 'optional',
    aboutSent: 'The invoice it corrects: currency, buyer and tax are those of the invoice.',
    ...LINK,
    csv: true,
  }),
  paymentId: id({ as: typed<PaymentId>(), ...LINK, csv: true }),
  providerPaymentId: text({ max: 255, ...LINK, searched: true }),
  currency: currencyCode({
    sent: 'optional',
    aboutSent: 'The invoice’s, else the account’s or company’s.',
    ...FIXED,
    csv: true,
  }),
  issueDate: date({
    sent: 'optional',
    changes: 'early',
    aboutSent: 'Today, in the company’s time zone.',
    listed: true,
    csv: true,
    printed: true,
  }),
  reason: text({
    max: 1000,
    sent: 'required',
    changes: 'early',
    searched: true,
    csv: 'last',
    printed: true,
  }),
  /** Who is credited, as known when it was written. */
  billTo: json({ as: typed<BillTo>(), nullable: true, once: true, about: 'Null on account.' }),
  pricesIncludeTax: boolean({
    sent: 'optional',
    changes: 'early',
    aboutSent: 'The invoice’s, else false.',
    printed: true,
  }),
  taxRounding: word({ values: TAX_ROUNDINGS }),
  subtotal: amount(MONEY),
  taxTotal: amount(MONEY),
  total: amount({ ...MONEY, csv: true }),
  appliedAmount: amount({ ...FIXED, csv: true, printed: 'credited' }),
  refundedAmount: amount({
    ...FIXED,
    csv: true,
    printed: 'paid',
    about: 'Returned to the customer with the payment it came from.',
  }),
  remaining: amount({ listed: true, csv: true, printed: 'balance' }),
  voidReason: text({ max: 1000, nullable: true }),
  issuedAt: instant({ nullable: true, listed: true }),
  voidedAt: instant({ nullable: true, listed: true }),
  /** Its registration at India's portal; written by statements of its own alone. */
  irn: json({ as: typed<KeptRegistration>(), nullable: true, hidden: true, once: true }),
  createdAt: instant(FIXED),
  updatedAt: instant({ listed: true }),
};

/** What of `receivables.credit_note` reads, writes, lists, prints and documents it. */
export const creditNoteNoun = describeNoun({
  table: 'receivables.credit_note',
  alias: 'n',
  members: creditNoteMembers,
});

/** A credit note as it is read: without its company, which is the transaction's. */
export type CreditNote = RowOf<typeof creditNoteMembers>;
