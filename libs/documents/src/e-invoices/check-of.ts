import type { PrintableInvoice } from '../sheets/printable-document.js';
import type { EInvoiceFormat } from '../rendering/render-job.js';
import type { EInvoiceFault } from './e-invoice.js';
import { profileOf } from './e-invoice-of.js';
import type { EInvoiceProfile } from './profiles.js';
import { eInvoiceFaults, refuseFaults } from './require-e-invoice.js';

/** Whether an electronic invoice can be made of a document. */
export interface EInvoiceCheck {
  readonly format: EInvoiceFormat;
  readonly profile: EInvoiceProfile;
  readonly possible: boolean;
  readonly faults: readonly EInvoiceFault[];
}

/** What a profile demands and a document lacks, whether or not it was sent. Pure. */
export function eInvoiceCheckOf(
  document: PrintableInvoice,
  { format = 'ubl', profile }: { format?: EInvoiceFormat; profile?: EInvoiceProfile } = {},
): EInvoiceCheck {
  const faults = eInvoiceFaults({ format, document, profile });
  const asked = profileOf(document, profile);
  return { format, profile: asked, possible: faults.length === 0, faults };
}

/**
 * What keeps a document from being the electronic invoice that its own profile wants; one that has
 * none is nobody's electronic invoice as yet. Pure.
 */
export function missingOfProfile(document: PrintableInvoice): readonly EInvoiceFault[] {
  return document.eInvoiceProfile === null ? [] : eInvoiceFaults({ format: 'ubl', document });
}

/**
 * Refuses to send what the profile of a document does not let be an electronic invoice.
 * @throws DomainError e_invoice_not_possible
 */
export function requireProfile(document: PrintableInvoice): void {
  refuseFaults(missingOfProfile(document));
}
