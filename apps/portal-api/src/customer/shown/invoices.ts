import type { LocalDate } from '@quittance/calendar';
import type { TextRow } from '@quittance/database';
import { invoicesWithin, portalObject, type Says } from '@quittance/portal';
import { invoiceNoun, payableInvoiceList, type InvoiceView } from '@quittance/receivables/host';

const HEAD = {
  id: 'plain',
  version: 'nobody',
  number: 'plain',
  status: 'plain',
  accountId: 'plain',
  currency: 'price',
  issueDate: 'plain',
  dueDate: 'plain',
  periodStart: 'plain',
  periodEnd: 'plain',
  salesOrderId: 'orders',
  scheduleId: 'nobody',
  subscriptionId: 'plain',
  contractId: 'plain',
  billTo: 'plain',
  poNumber: 'plain',
  buyerReference: 'plain',
  contractReference: 'plain',
  deliveryDate: 'plain',
  deliveryAddress: 'plain',
  paymentTerms: 'plain',
  eInvoiceProfile: 'nobody',
  notes: 'plain',
  pricesIncludeTax: 'price',
  adjustments: {
    kind: 'plain',
    reason: 'plain',
    percent: 'price',
    amount: 'price',
    taxCode: 'nobody',
    taxRate: 'price',
  },
  taxRounding: 'nobody',
  subtotal: 'price',
  taxTotal: 'price',
  total: 'price',
  paidAmount: 'price',
  creditedAmount: 'price',
  writtenOffAmount: 'price',
  balance: 'price',
  disputedAmount: 'price',
  pendingAmount: 'price',
  isOverdue: 'plain',
  sentAt: 'plain',
  viewedAt: 'plain',
  dispute: {
    id: 'plain',
    status: 'plain',
    reason: 'plain',
    message: 'plain',
    amount: 'price',
    lineIds: 'plain',
    lines: { lineId: 'plain', amount: 'price', quantity: 'plain' },
    openedAt: 'plain',
    openedBy: 'nobody',
    reviewedAt: 'plain',
    closedAt: 'plain',
    closedBy: 'nobody',
    outcome: 'plain',
    note: 'nobody',
  },
  voidReason: 'nobody',
  externalReference: 'nobody',
  createdAt: 'nobody',
  updatedAt: 'nobody',
} as const;

type StaffDispute = NonNullable<InvoiceView['dispute']>;

/** What a customer objects to: by what kind of thing it is, and in their words. */
function disputeOf(dispute: StaffDispute | null) {
  if (!dispute) return null;
  const { kind, reason, ...rest } = dispute;
  return { ...rest, reason: kind ?? ('other' as const), message: reason === '' ? null : reason };
}

/** A record with its dispute as the customer has it. */
export function withCustomerDispute<T extends { readonly dispute: StaffDispute | null }>(
  invoice: T,
): Omit<T, 'dispute'> & { readonly dispute: ReturnType<typeof disputeOf> } {
  return { ...invoice, dispute: disputeOf(invoice.dispute) };
}

/** An invoice as its customer reads it. */
export interface CustomerInvoiceView extends Omit<InvoiceView, 'dispute'> {
  readonly dispute: ReturnType<typeof disputeOf>;
  /** What is said to be paid and nobody has seen yet. */
  readonly pendingAmount: string;
}

/** Of each member of an invoice who of a customer sees it. */
export const SHOWN_INVOICE: Says<CustomerInvoiceView> = {
  ...HEAD,
  irn: 'nobody',
  lines: {
    id: 'plain',
    position: 'plain',
    adjustment: 'plain',
    adjustmentPercent: 'price',
    adjustmentBase: 'price',
    productId: 'plain',
    sku: 'plain',
    description: 'plain',
    hsnCode: 'plain',
    placeOf: 'plain',
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
    taxWarnings: 'nobody',
    tax: 'price',
    total: 'price',
    periodStart: 'plain',
    periodEnd: 'plain',
  },
};

let latest: { readonly today: LocalDate; readonly object: PortalInvoices } | undefined;

/** Invoices as a customer finds them; which are overdue depends on the company's date. */
export function portalInvoices(today: LocalDate): PortalInvoices {
  if (latest?.today !== today) latest = { today, object: invoicesOf(today) };
  return latest.object;
}

type PortalInvoices = ReturnType<typeof invoicesOf>;

function invoicesOf(today: LocalDate) {
  const { map: ofStaff, complete: _, written, ...list } = payableInvoiceList(today);
  const map = (row: Parameters<typeof ofStaff>[0]) => withCustomerDispute(ofStaff(row));
  const { dispute, ...members } = written.members;
  return portalObject(invoiceNoun, {
    name: 'invoice',
    custom: 'invoice',
    list: {
      ...list,
      map,
      written: {
        select: list.select,
        map,
        members: { ...members, dispute: (row: TextRow) => disputeText(dispute?.(row)) },
      },
    },
    within: invoicesWithin,
    says: HEAD,
  });
}

function disputeText(text = 'null'): string {
  return text === 'null' ? text : JSON.stringify(disputeOf(JSON.parse(text) as StaffDispute));
}
