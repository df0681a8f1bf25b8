import { eInvoiceNotPossible } from '../documents.errors.js';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import { checkEInvoice } from './check-e-invoice.js';
import { eInvoiceOf, profileOf } from './e-invoice-of.js';
import type { EInvoiceFault } from './e-invoice.js';
import type { EInvoiceProfile } from './profiles.js';
import { irnFaults } from '../irn/check-irn.js';
import type { EInvoiceFormat } from '../rendering/render-job.js';

interface EInvoiceJob {
  readonly format: EInvoiceFormat;
  readonly document: PrintableInvoice;
  /** That of the document when absent. */
  readonly profile?: EInvoiceProfile | null | undefined;
}

type Check = (job: EInvoiceJob) => EInvoiceFault[];

const byEn16931: Check = ({ document, profile }) => checkEInvoice(eInvoiceOf(document, profile));
const CHECKS: Readonly<Record<EInvoiceFormat, Check>> = {
  ubl: byEn16931,
  cii: byEn16931,
  'factur-x': (job) => [...hybridFaults(job), ...byEn16931(job)],
  irn: ({ document }) => irnFaults(document),
};

/** It takes back nothing that was invoiced, whatever invoice the payment was for. */
const ON_ACCOUNT: EInvoiceFault = {
  rule: 'kind',
  message:
    'The credit note keeps what a payment brought above what was open, and corrects no invoice.',
};

/** What keeps a document from being an electronic invoice, one for each thing that is missing. */
export function eInvoiceFaults(job: EInvoiceJob): EInvoiceFault[] {
  return job.document.onAccount ? [ON_ACCOUNT] : CHECKS[job.format](job);
}

/**
 * Refuses what cannot be an electronic invoice, with one error for everything that is missing.
 * @throws DomainError e_invoice_not_possible
 */
export function requireEInvoice(job: EInvoiceJob): void {
  const { mark } = job.document;
  refuseFaults(mark ? [stateFault(mark)] : eInvoiceFaults(job));
}

/** @throws DomainError e_invoice_not_possible where there are any */
export function refuseFaults(faults: readonly EInvoiceFault[]): void {
  if (faults.length === 0) return;
  const errors = faults.map(({ rule, ...fault }) => ({ ...fault, code: rule }));
  throw eInvoiceNotPossible({}, { errors });
}

/** Peppol has no hybrid documents. */
function hybridFaults({ document, profile }: EInvoiceJob): EInvoiceFault[] {
  if (profileOf(document, profile) !== 'peppol-bis-3') return [];
  return [{ rule: 'profile', message: 'Peppol carries XML alone: ask for ubl or cii.' }];
}

function stateFault(mark: string): EInvoiceFault {
  return { rule: 'state', message: `The document is ${mark}: only an issued one is an invoice.` };
}
