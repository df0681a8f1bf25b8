export { eInvoiceNotPossible, renderingBusy, renderingFailed } from './documents.errors.js';
export { DocumentsModule } from './documents.module.js';
export { HTML_POLICY } from './html/render-html.js';
export { DocumentRenderer } from './rendering/document-renderer.js';
export { documentTag } from './rendering/document-tag.js';
export { fileNameOf, mediaTypeOf } from './rendering/file-name.js';
export { E_INVOICE_FORMATS, type EInvoiceFormat, type RenderJob } from './rendering/render-job.js';
export {
  DOCUMENT_MARKS,
  STATEMENT_MOVEMENTS,
  type DocumentMark,
  type PrintableBuyer,
  type PrintableDocument,
  type PrintableHead,
  type PrintableInvoice,
  type PrintableLine,
  type PrintableMovement,
  type PrintableRegistration,
  type PrintableStatement,
  type PrintableTax,
  type SellerIdentity,
} from './sheets/printable-document.js';
