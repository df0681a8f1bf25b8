import { creditNotesWithin, paymentsWithin, portalObject, type Says } from '@quittance/portal';
import {
  creditNoteList,
  creditNoteNoun,
  paymentList,
  paymentNoun,
  type CreditNoteDetail,
  type PaymentDetail,
} from '@quittance/receivables/host';

const PAYMENT_HEAD = {
  id: 'plain',
  version: 'nobody',
  number: 'plain',
  status: 'plain',
  invoiceId: 'plain',
  accountId: 'plain',
  amount: 'price',
  appliedAmount: 'price',
  onAccountAmount: 'price',
  refundedAmount: 'price',
  netAmount: 'price',
  currency: 'price',
  method: 'plain',
  reference: 'plain',
  provider: 'nobody',
  providerPaymentId: 'nobody',
  receivedOn: 'plain',
  clearedAt: 'plain',
  portalUserId: 'nobody',
  createdAt: 'plain',
  updatedAt: 'nobody',
} as const;

/** Of each member of a payment who of a customer sees it. */
export const PAYMENT: Says<PaymentDetail> = {
  ...PAYMENT_HEAD,
  allocations: {
    invoiceId: 'plain',
    invoiceNumber: 'plain',
    amount: 'price',
    appliedOn: 'plain',
    refundId: 'nobody',
  },
  stated: { invoiceId: 'plain', invoiceNumber: 'plain', amount: 'price' },
  refunds: {
    id: 'plain',
    amount: 'price',
    fromCredit: 'price',
    fromInvoices: 'price',
    reason: 'nobody',
    providerRefundId: 'nobody',
    refundedOn: 'plain',
    actor: 'nobody',
    createdAt: 'nobody',
  },
  creditNote: { id: 'plain', number: 'plain', remaining: 'price' },
};

export const portalPayments = portalObject(paymentNoun, {
  name: 'payment',
  list: paymentList,
  within: paymentsWithin,
  says: PAYMENT_HEAD,
});

const NOTE_HEAD = {
  id: 'plain',
  version: 'nobody',
  number: 'plain',
  kind: 'plain',
  status: 'plain',
  accountId: 'plain',
  invoiceId: 'plain',
  paymentId: 'plain',
  providerPaymentId: 'nobody',
  currency: 'price',
  issueDate: 'plain',
  reason: 'plain',
  billTo: 'plain',
  pricesIncludeTax: 'price',
  taxRounding: 'nobody',
  reopenOrder: 'nobody',
  subtotal: 'price',
  taxTotal: 'price',
  total: 'price',
  appliedAmount: 'price',
  refundedAmount: 'price',
  remaining: 'price',
  voidReason: 'nobody',
  issuedAt: 'plain',
  voidedAt: 'plain',
  createdAt: 'nobody',
  updatedAt: 'nobody',
} as const;

/** Of each member of a credit note who of a customer sees it. */
export const CREDIT_NOTE: Says<CreditNoteDetail> = {
  ...NOTE_HEAD,
  irn: 'nobody',
  lines: {
    id: 'plain',
    invoiceLineId: 'plain',
    position: 'plain',
    productId: 'plain',
    sku: 'plain',
    description: 'plain',
    hsnCode: 'plain',
    quantity: 'plain',
    unit: 'plain',
    unitPrice: 'price',
    discount: 'price',
    discountAmount: 'price',
    net: 'price',
    taxCode: 'nobody',
    taxRate: 'price',
    taxFallback: 'nobody',
    taxCategory: 'nobody',
    taxReason: 'nobody',
    taxUndetermined: 'nobody',
    tax: 'price',
    total: 'price',
    periodStart: 'plain',
    periodEnd: 'plain',
  },
  applications: {
    invoiceId: 'plain',
    invoiceNumber: 'plain',
    amount: 'price',
    appliedOn: 'plain',
  },
};

export const portalCreditNotes = portalObject(creditNoteNoun, {
  name: 'credit note',
  list: creditNoteList,
  within: creditNotesWithin,
  says: NOTE_HEAD,
});
