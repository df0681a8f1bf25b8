import { eInvoiceNotPossible } from '../documents.errors.js';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import { checkEInvoice } from './check-e-invoice.js';
import { eInvoiceOf } from './e-invoice-of.js';
import type { EInvoiceFault } from './e-invoice.js';
import { irnFaults } from '../irn/check-irn.js';
import type { EInvoiceFormat } from '../rendering/render-job.js';

interface EInvoiceJob {
  readonly format: EInvoiceFormat;
  readonly document: PrintableInvoice;
}

type Check = (document: PrintableInvoice) => EInvoiceFault[];

const byEn16931: Check = (document) => checkEInvoice(eInvoiceOf(document));
const CHECKS: Readonly<Record<EInvoiceFormat, Check>> = {
  ubl: byEn16931,
  cii: byEn16931,
  'factur-x': byEn16931,
  irn: irnFaults,
};

/**
 * Refuses what cannot be an electronic invoice, with one error for everything that is missing.
 * @throws DomainError e_invoice_not_possible
 */
export function requireEInvoice({ format, document }: EInvoiceJob): void {
  const faults = document.mark ? [stateFault(document.mark)] : CHECKS[format](document);
  if (faults.length === 0) return;
  const errors = faults.map(({ rule, message }) => ({ code: rule, message }));
  throw eInvoiceNotPossible({}, { errors });
}

function stateFault(mark: string): EInvoiceFault {
  return { rule: 'state', message: `The document is ${mark}: only an issued one is an invoice.` };
}
