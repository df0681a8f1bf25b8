import type { AssignedNumber } from '@quittance/numbering';
import { newId, type Id, type Instant, type InvoiceId } from '@quittance/kernel';
import type { NewInvoice, NewInvoiceLine } from '../invoices/invoice.entity.js';
import { storedTax } from '../price-lines.js';
import type { DraftInvoice } from './bill-period.js';

/** The row of a draft invoice; the columns left out take their defaults. */
export function invoiceRow(
  draft: DraftInvoice,
  { number, period, seq }: AssignedNumber,
  now: Instant,
): NewInvoice {
  const { schedule, issueDate, dueDate, subtotal, taxTotal, total } = draft;
  return {
    id: newId() as InvoiceId,
    version: 1,
    number,
    numberPeriod: period,
    numberSeq: seq,
    status: 'draft',
    unsentStatus: 'draft',
    accountId: schedule.accountId,
    currency: schedule.currency,
    issueDate,
    dueDate,
    periodStart: draft.periodStart,
    periodEnd: draft.periodEnd,
    salesOrderId: schedule.salesOrderId as Id<'sales-order'> | null,
    scheduleId: schedule.id,
    subscriptionId: schedule.subscriptionId as Id<'subscription'> | null,
    contractId: schedule.contractId as Id<'contract'> | null,
    billTo: draft.billTo,
    poNumber: null,
    notes: null,
    pricesIncludeTax: schedule.pricesIncludeTax,
    taxRounding: draft.taxRounding,
    subtotal,
    taxTotal,
    total,
    paidAmount: 0n,
    creditedAmount: 0n,
    balance: total,
    sentAt: null,
    viewedAt: null,
    dispute: null,
    voidReason: null,
    closedAt: null,
    externalReference: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The rows of its lines, in the order of the schedule. */
export function lineRows(draft: DraftInvoice, invoiceId: InvoiceId): NewInvoiceLine[] {
  return draft.lines.map(({ source, pricing, priced }, i) => ({
    invoiceId,
    id: newId() as NewInvoiceLine['id'],
    position: i + 1,
    productId: source.productId,
    scheduleLineId: source.id,
    description: source.description,
    quantity: pricing.quantity,
    unitPrice: pricing.unitPrice,
    discountPercent: pricing.discount ? source.discountPercent : null,
    discountAmount: pricing.discount ? source.discountAmount : null,
    discount: priced.discount,
    net: priced.net,
    taxCode: source.taxCode,
    requestedTaxRate: source.taxRate,
    taxRate: priced.taxRate,
    taxes: priced.taxes.map(storedTax),
    taxFallback: priced.fallback,
    tax: priced.tax,
    total: priced.total,
    periodStart: draft.periodStart,
    periodEnd: draft.periodEnd,
  }));
}
