import {
  printableHead,
  type DocumentMark,
  type PrintableInvoice,
  type PrintFacts,
} from '@quittance/documents';
import type { LocalDate } from '@quittance/calendar';
import { printableLine, printableTaxes } from '@quittance/lines';
import { disputedAmount } from '../disputes/dispute.js';
import { invoiceNoun, type Invoice } from '../invoices/invoice.description.js';
import type { InvoiceLine } from '../invoice-lines/invoice-line.description.js';
import type { InvoiceStatus } from '../invoices/invoice.js';
import { registrationView } from '../registrations/irn.js';

const MARKS: Partial<Record<InvoiceStatus, DocumentMark>> = {
  draft: 'draft',
  pending: 'draft',
  void: 'void',
  cancelled: 'cancelled',
};

/** What an invoice does not say of itself. */
export interface PrintedInvoice {
  /** Where it is paid. */
  readonly paymentLink: string | null;
  /** Whose registrations it shows: see `taxDayOfInvoice`. */
  readonly taxDate: LocalDate;
}

/** An invoice ready to be printed and sent electronically. Pure. */
export function printableInvoice(
  invoice: Invoice,
  lines: readonly InvoiceLine[],
  { paymentLink, taxDate: on }: PrintedInvoice,
  facts: PrintFacts,
): PrintableInvoice {
  const disputed = disputedAmount(invoice);
  const { billTo, currency, updatedAt: changedAt } = invoice;
  return {
    ...printableHead(facts, billTo, { currency, changedAt, on }),
    kind: 'invoice',
    ...invoiceNoun.printed(invoice),
    ...(disputed > 0n ? { disputed } : {}),
    mark: MARKS[invoice.status] ?? null,
    precedingInvoice: null,
    reason: null,
    registration: registrationView(invoice.irn),
    lines: lines.map(printableLine),
    taxes: printableTaxes(lines, invoice.pricesIncludeTax),
    paymentLink,
  };
}
