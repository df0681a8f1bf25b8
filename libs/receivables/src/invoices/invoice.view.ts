import { formatMinor } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { FieldValues } from '@quittance/fields';
import { headOf, lineHeadOf } from '@quittance/nouns';
import { documentLineViews, unitPriceText } from '@quittance/lines';
import { invoiceNoun, type Invoice, type InvoiceHeadRow } from './invoice.description.js';
import type { InvoiceLine } from './invoice.repository.js';
import { invoiceLineNoun } from '../invoice-lines/invoice-line.description.js';
import { disputedAmount } from '../disputes/dispute.js';
import { disputeView } from '../disputes/dispute.view.js';
import { isOverdue } from './invoice.js';
import { registrationView } from '../registrations/irn.js';

/** An invoice with its lines as the API shows it. */
export function invoiceView(invoice: Invoice, lines: readonly InvoiceLine[], today: LocalDate) {
  return {
    ...invoiceHead(invoice, today),
    irn: registrationView(invoice.irn),
    lines: lines.map((line) => invoiceLineView(line, invoice.currency)),
  };
}

const invoiceLineView = lineHeadOf(invoiceLineNoun, documentLineViews);

export type InvoiceView = ReturnType<typeof invoiceView>;

/** An invoice without its lines, as lists show it. */
export const invoiceHead = headOf(invoiceNoun, {
  disputedAmount: (invoice: InvoiceHeadRow) =>
    formatMinor(disputedAmount(invoice), invoice.currency),
  isOverdue: (invoice: InvoiceHeadRow, today: LocalDate) => isOverdue(invoice, today),
  dispute: ({ dispute, currency }: InvoiceHeadRow) => disputeView(dispute, currency),
});

export type InvoiceHead = ReturnType<typeof invoiceHead>;

const HEAD_KEYS: ReadonlySet<string> = new Set(invoiceNoun.head);

/**
 * Some members of an invoice as the API shows them; those that it shows otherwise or not are left
 * out.
 */
export function shownMembers(
  invoice: InvoiceHeadRow,
  keys: readonly string[],
): Readonly<Record<string, unknown>> {
  const { currency } = invoice;
  const shown = (keys.filter((key) => HEAD_KEYS.has(key)) as (keyof InvoiceHeadRow)[]).map(
    (key): readonly [string, unknown] => {
      if (key === 'dispute') return [key, disputeView(invoice.dispute, currency)];
      const value = invoice[key];
      return [key, typeof value === 'bigint' ? formatMinor(value, currency) : value];
    },
  );
  return Object.fromEntries(shown);
}

/** The standard fields of an invoice, for rules and formulas over it. */
export function invoiceFieldValues(invoice: InvoiceHeadRow, today: LocalDate): FieldValues {
  const { billTo, deliveryAddress, dispute: _, ...head } = invoiceHead(invoice, today);
  return {
    ...head,
    billTo: { ...billTo, address: { ...billTo.address } },
    deliveryAddress: deliveryAddress && { ...deliveryAddress },
  };
}

/** What an invoice is to those who only hear of it. */
type SummedUp = Pick<
  Invoice,
  | 'id'
  | 'version'
  | 'number'
  | 'status'
  | 'accountId'
  | 'salesOrderId'
  | 'scheduleId'
  | 'subscriptionId'
  | 'contractId'
  | 'currency'
  | 'issueDate'
  | 'dueDate'
  | 'total'
  | 'paidAmount'
  | 'creditedAmount'
  | 'balance'
>;

/** What events say of an invoice: identity, links, dates and money. */
export function invoiceSummary(invoice: SummedUp) {
  const amount = (minor: bigint) => formatMinor(minor, invoice.currency);
  return {
    id: invoice.id,
    version: invoice.version,
    number: invoice.number,
    status: invoice.status,
    accountId: invoice.accountId,
    salesOrderId: invoice.salesOrderId,
    scheduleId: invoice.scheduleId,
    subscriptionId: invoice.subscriptionId,
    contractId: invoice.contractId,
    currency: invoice.currency,
    issueDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    total: amount(invoice.total),
    paidAmount: amount(invoice.paidAmount),
    creditedAmount: amount(invoice.creditedAmount),
    balance: amount(invoice.balance),
  };
}

/** What neighbours show of an invoice, and are told of it. */
export const invoiceShown = {
  fields: invoiceFieldValues,
  summary: invoiceSummary,
  unitPrice: unitPriceText,
} as const;
