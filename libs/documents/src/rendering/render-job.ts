import type { EInvoiceProfile } from '../e-invoices/profiles.js';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import type { PrintableDocument } from '../sheets/printable.js';

export const E_INVOICE_FORMATS = ['ubl', 'cii', 'factur-x', 'irn'] as const;
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number];

/**
 * What is asked of a rendering thread; everything in it can be copied from one thread to another.
 */
export type RenderJob =
  | { readonly format: 'pdf' | 'html'; readonly document: PrintableDocument }
  | {
      readonly format: EInvoiceFormat;
      readonly document: PrintableInvoice;
      /** That of the document when absent. */
      readonly profile?: EInvoiceProfile | null | undefined;
    };
