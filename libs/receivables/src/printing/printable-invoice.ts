import {
  printableHead,
  type DocumentMark,
  type PrintableInvoice,
  type PrintFacts,
} from '@quittance/documents';
import { type PriceTerms, printableLine, printableTaxes, taxDays } from '@quittance/lines';
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
  /** Whose registrations it shows: see `taxDaysOfInvoice`. */
  readonly days: Pick<PriceTerms, 'taxDate' | 'linesIssuedOn'>;
}

/** An invoice ready to be printed and sent electronically. Pure. */
export function printableInvoice(
  invoice: Invoice,
  lines: readonly InvoiceLine[],
  { paymentLink, days }: PrintedInvoice,
  facts: PrintFacts,
): PrintableInvoice {
  const disputed = disputedAmount(invoice);
  const { billTo, currency, updatedAt: changedAt } = invoice;
  const on = days.taxDate;
  const alsoOn = taxDays.all(days, lines);
  return {
    ...printableHead(facts, billTo, { currency, changedAt, on, alsoOn }),
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
