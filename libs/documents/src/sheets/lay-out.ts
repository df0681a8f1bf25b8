import { invoiceSheet } from './invoice-sheet.js';
import type { PrintableDocument } from './printable-document.js';
import type { Sheet } from './sheet.js';
import { statementSheet } from './statement-sheet.js';

/** The one layout of a document, for paper and for the web. Pure. */
export function layOut(document: PrintableDocument): Sheet {
  return document.kind === 'statement' ? statementSheet(document) : invoiceSheet(document);
}
