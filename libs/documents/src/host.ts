export { eInvoiceNotPossible, renderingBusy, renderingFailed } from './documents.errors.js';
export { eInvoiceCheckOf } from './e-invoices/check-of.js';
export type { EInvoiceFault } from './e-invoices/e-invoice.js';
export { HTML_POLICY } from './html/render-html.js';
export { documentTag } from './rendering/document-tag.js';
export { E_INVOICE_FORMATS, type EInvoiceFormat, type RenderJob } from './rendering/render-job.js';
export { type Labels, labelsOf } from './labels/labels.js';
export { figures, type Figures, isRightToLeft } from './sheets/figures.js';
export { frequencyName, renewalText, termText } from './sheets/agreed-table.js';
