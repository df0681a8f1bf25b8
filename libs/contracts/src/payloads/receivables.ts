import {
  about,
  absent,
  amount,
  currency,
  date,
  flag,
  id,
  instant,
  nullable,
  object,
  oneOf,
  openObject,
  optional,
  optionally,
  text,
} from '../shape.js';
import { accountId, invoiceId, links, changeTimes, version } from './common.js';

const invoiceStatus = oneOf(
  'draft',
  'pending',
  'sent',
  'viewed',
  'partially_paid',
  'overdue',
  'disputed',
  'paid',
  'void',
  'cancelled',
);

const invoiceMembers = {
  id,
  version,
  number: text('INV-000042'),
  status: invoiceStatus,
  accountId: about('The customer.', accountId),
  salesOrderId: links.salesOrderId,
  scheduleId: about('The billing schedule that made it.', absent(id)),
  subscriptionId: links.subscriptionId,
  contractId: links.contractId,
  currency,
  issueDate: date,
  dueDate: date,
  total: amount('119.00'),
  paidAmount: about('Paid by payments that stand.', amount('0.00')),
  creditedAmount: about('Settled by credit notes.', amount('0.00')),
  balance: about('What is left to pay.', amount('119.00')),
};

/**
 * What is said of an invoice: identity, links, dates and money, and custom fields that were
 * written.
 */
export const invoice = openObject(invoiceMembers);

/** An imported one says what the other system calls it. */
export const createdInvoice = openObject({
  ...invoiceMembers,
  externalReference: about(
    'What it is called elsewhere; only of imported ones.',
    optional(nullable(text('2016-117'))),
  ),
});

const paymentMembers = {
  id,
  version,
  number: text('PAY-000017'),
  status: oneOf('pending', 'completed', 'failed', 'withdrawn', 'refunded'),
  invoiceId: about('The invoice it was paid for; null on account.', nullable(invoiceId)),
  accountId: about('The customer.', accountId),
  amount: amount('119.00'),
  appliedAmount: about('Applied to invoices.', amount('119.00')),
  onAccountAmount: about('Kept on account by a credit note.', amount('0.00')),
  refundedAmount: amount('0.00'),
  netAmount: about('What it has left: nothing until it is completed.', amount('119.00')),
  currency,
  method: oneOf('cash', 'cheque', 'bank_transfer', 'card', 'upi', 'gateway', 'other'),
  reference: about('What the payer or the bank wrote.', absent(text('RF18 5390'))),
  provider: about('The payment provider; null offline.', absent(text('stripe'))),
  providerPaymentId: about("The provider's name of it.", absent(text('pi_3MtwBw'))),
  receivedOn: date,
  clearedAt: about('When the money was there.', nullable(instant)),
  portalUserId: about('Who of the portal says that it was paid; null of others.', nullable(id)),
  ...changeTimes,
};

export const payment = object(paymentMembers);

export const refundedPayment = object({
  ...paymentMembers,
  refund: object({ id, amount: amount('119.00'), reason: text('Goods came back') }),
});

const {
  invoiceId: paidFor,
  provider: _,
  providerPaymentId: __,
  ...ofPaymentInBooks
} = paymentMembers;

/**
 * Of a payment in the books that failed to clear, all that is said of a payment; of a try at a
 * provider's checkout that booked nothing, what the provider said.
 */
export const failedPayment = object({
  invoiceId: paidFor,
  provider: about('Null for an offline payment.', nullable(text('stripe'))),
  providerPaymentId: about("The provider's name of it.", nullable(text('pi_3MtwBw'))),
  checkoutId: about('The checkout of the try; only of tries.', optional(id)),
  code: about("The provider's code; only of tries.", optional(nullable(text('card_declined')))),
  description: about("The provider's words; only of tries.", optional(nullable(text('Declined')))),
  ...optionally(ofPaymentInBooks),
});

const addressMembers = {
  line1: nullable(text('1 High Street')),
  line2: absent(text('Floor 2')),
  city: nullable(text('Dublin')),
  region: absent(text('IN-KA')),
  postalCode: nullable(text('D02 X285')),
  country: nullable(text('IE')),
};
const address = object(addressMembers);

const deliveryAddress = object({
  ...addressMembers,
  recipient: optional(nullable(text('Goods-in'))),
});

const billTo = object({
  name: text('Harbour Coffee Ltd'),
  address,
  taxRegistration: absent(text('IE6388047V')),
  buyerKind: optional(nullable(oneOf('business', 'consumer', 'government', 'sez_unit'))),
});

const creditNoteMembers = {
  id,
  version,
  number: text('CN-000003'),
  kind: about('`on_account` keeps the excess of a payment.', oneOf('credit', 'on_account')),
  status: oneOf('issued', 'draft', 'partially_applied', 'applied', 'void'),
  accountId: about('The customer.', accountId),
  invoiceId: about('The invoice it corrects.', nullable(invoiceId)),
  paymentId: about('The payment whose excess it keeps.', absent(id)),
  providerPaymentId: about("The provider's name of that payment.", absent(text('pi_3MtwBw'))),
  currency,
  issueDate: date,
  reason: text('Two cups were broken'),
  billTo: about('Null for one on account.', nullable(billTo)),
  poNumber: absent(text('PO-77')),
  buyerReference: about('What the buyer wants quoted (BT-10).', absent(text('04011000-06'))),
  contractReference: absent(text('CT-000012')),
  deliveryDate: about('When it was delivered or done.', absent(date)),
  deliveryAddress: about('Where it was delivered.', absent(deliveryAddress)),
  paymentTerms: absent(text('14 days net')),
  eInvoiceProfile: about(
    'Whose rules its electronic invoice keeps.',
    absent(oneOf('en16931', 'xrechnung', 'peppol-bis-3')),
  ),
  pricesIncludeTax: flag,
  taxRounding: oneOf('document', 'line'),
  reopenOrder: about('What it credits of a sales order can be invoiced again.', flag),
  subtotal: amount('100.00'),
  taxTotal: amount('19.00'),
  total: amount('119.00'),
  appliedAmount: about('Applied to invoices.', amount('0.00')),
  refundedAmount: about('Returned to the customer.', amount('0.00')),
  remaining: about('What may still be applied to invoices.', amount('119.00')),
  voidReason: absent(text('Written twice')),
  issuedAt: nullable(instant),
  voidedAt: absent(instant),
  ...changeTimes,
};

export const creditNote = object(creditNoteMembers);

export const appliedCreditNote = object({
  ...creditNoteMembers,
  application: about(
    'What was applied to which invoice, or taken back from it.',
    object({ invoiceId: id, invoiceNumber: text('INV-000042'), amount: amount('20.00') }),
  ),
});
