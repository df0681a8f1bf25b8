export { missingOfProfile, requireProfile } from './e-invoices/check-of.js';
export { E_INVOICE_PROFILES, type EInvoiceProfile } from './e-invoices/profiles.js';
export { DocumentsModule } from './documents.module.js';
export { DocumentRenderer } from './rendering/document-renderer.js';
export { fileNameOf, mediaTypeOf } from './rendering/file-name.js';
export { labelsOf } from './labels/labels.js';
export { figures, type Figures } from './sheets/figures.js';
export { printableHead, printedLanguage, type PrintFacts } from './sheets/printable-head.js';
export { taxRegistrationsOn } from './sheets/tax-registrations-on.js';
export type { PrintableDeposit, PrintableOrder } from './sheets/printable-order.js';
export type {
  PrintableAcceptance,
  PrintableQuote,
  PrintableQuoteLine,
} from './sheets/printable-quote.js';
export type { PrintableReceipt } from './sheets/printable-receipt.js';
export type {
  DocumentMark,
  PrintableCommissionStatement,
  PrintableDeduction,
  PrintableInvoice,
  PrintableLine,
  PrintableMovement,
  PrintableStatement,
  PrintableTax,
} from './sheets/printable-document.js';
export { documentWithoutPrices } from './sheets/without-prices.js';
