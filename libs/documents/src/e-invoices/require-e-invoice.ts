import { eInvoiceNotPossible } from '../documents.errors.js';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import { checkEInvoice } from './check-e-invoice.js';
import { eInvoiceOf } from './e-invoice-of.js';
import type { EInvoiceFault } from './e-invoice.js';

/**
 * Refuses what cannot be an electronic invoice, with one error for everything that is missing.
 * @throws DomainError e_invoice_not_possible
 */
export function requireEInvoice(document: PrintableInvoice): void {
  const faults = document.mark ? [stateFault(document.mark)] : checkEInvoice(eInvoiceOf(document));
  if (faults.length === 0) return;
  const errors = faults.map(({ rule, message }) => ({ code: rule, message }));
  throw eInvoiceNotPossible({}, { errors });
}

function stateFault(mark: string): EInvoiceFault {
  return { rule: 'state', message: `The document is ${mark}: only an issued one is an invoice.` };
}
