import { billToOf } from '@quittance/lines';
import { formatUnits, currencyDigits } from '@quittance/money';
import { newId, parseInstant, type Actor, type InvoiceId, type Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { PaymentId } from '../payments/payment-id.js';
import type { BillingAccount } from '@quittance/crm';
import type { AssignedNumber } from '@quittance/numbering';
import type { Invoice } from '../invoices/invoice.description.js';
import type { InvoiceLine } from '../invoice-lines/invoice-line.description.js';
import { closeDispute, openDispute, type Dispute } from '../disputes/dispute.js';
import { newInvoice } from '../invoices/new-invoice.js';
import { paymentNoun, type Payment } from '../payments/payment.description.js';
import type { NewAllocation } from '../payments/payment.entity.js';
import { settledBy, importedStatus, type ImportedInvoice } from './imported-invoice.js';

/** What is the same for every document of an import. */
export interface ImportFacts {
  readonly asOf: LocalDate;
  readonly now: Instant;
  readonly actor: Actor;
}

const midnight = (date: LocalDate): Instant => parseInstant(`${date}T00:00:00Z`);

/** The invoice as it stood: sent on its date, settled or not, without tax lines of its own. */
export function invoiceOf(
  row: ImportedInvoice,
  account: BillingAccount,
  number: AssignedNumber,
  facts: ImportFacts,
): Invoice {
  const paid = settledBy(row, facts.asOf) !== null;
  return {
    ...newInvoice(number, facts.now),
    id: newId<'invoice'>() as InvoiceId,
    status: importedStatus(row, facts.asOf),
    accountId: account.id,
    currency: row.currency,
    issueDate: row.issueDate,
    dueDate: row.dueDate,
    billTo: billToOf(account),
    taxRounding: 'document',
    subtotal: row.amount,
    total: row.amount,
    paidAmount: paid ? row.amount : 0n,
    balance: paid ? 0n : row.amount,
    sentAt: midnight(row.issueDate),
    dispute: row.disputed ? disputeOf(row, facts) : null,
    externalReference: row.reference,
  };
}

/** The file says that there was a dispute, not when: it is dated as the invoice. */
function disputeOf(row: ImportedInvoice, { asOf, actor }: ImportFacts): Dispute | null {
  const objection = { reason: 'Disputed in the imported file', amount: row.amount, lineIds: [] };
  const dispute = openDispute(objection, actor, midnight(row.issueDate));
  const settled = settledBy(row, asOf);
  return settled ? closeDispute(dispute, 'settled', actor, midnight(settled)) : dispute;
}

export function lineOf(invoice: Invoice): InvoiceLine {
  const unitPrice = formatUnits(invoice.total, currencyDigits(invoice.currency));
  return {
    invoiceId: invoice.id,
    id: newId<'invoice-line'>(),
    position: 1,
    adjustment: null,
    adjustmentPercent: null,
    adjustmentIndex: null,
    adjustmentBase: null,
    productId: null,
    scheduleLineId: null,
    description: `Invoice ${invoice.externalReference ?? ''}`,
    sku: null,
    unit: null,
    hsnCode: null,
    placeOf: null,
    supplyKind: null,
    quantity: '1',
    unitPrice,
    discountPercent: null,
    discountGiven: null,
    discountAmount: 0n,
    net: invoice.total,
    taxCode: null,
    productTaxed: false,
    requestedTaxRate: null,
    defaultTaxCode: null,
    taxRate: '0',
    taxes: [],
    taxFallback: false,
    taxFallbackReason: null,
    // The file says what was owed, not on which ground: nothing is decided of it.
    taxCategory: null,
    taxReason: null,
    taxWarnings: [],
    tax: 0n,
    total: invoice.total,
    periodStart: null,
    periodEnd: null,
  };
}

/** The bank transfer that settled an imported invoice in full. */
export function paymentOf(
  invoice: Invoice,
  receivedOn: LocalDate,
  number: AssignedNumber,
  { now }: ImportFacts,
): Payment {
  return {
    ...paymentNoun.empty,
    id: newId<'payment'>() as PaymentId,
    version: 1,
    number: number.number,
    numberPeriod: number.period,
    numberSeq: number.seq,
    accountId: invoice.accountId,
    invoiceId: invoice.id,
    currency: invoice.currency,
    amount: invoice.total,
    appliedAmount: invoice.total,
    onAccountAmount: 0n,
    refundedAmount: 0n,
    method: 'bank_transfer',
    status: 'completed',
    reference: invoice.externalReference,
    receivedOn,
    clearedAt: midnight(receivedOn),
    createdAt: now,
    updatedAt: now,
  };
}

export function allocationOf(payment: Payment, invoice: Invoice): NewAllocation {
  return {
    id: newId<'payment-allocation'>(),
    paymentId: payment.id,
    invoiceId: invoice.id,
    refundId: null,
    amount: payment.amount,
    appliedOn: payment.receivedOn,
    createdAt: payment.createdAt,
  };
}
