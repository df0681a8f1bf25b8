import { commissionSheet } from './commission-sheet.js';
import { invoiceSheet } from './invoice-sheet.js';
import { orderSheet } from './order-sheet.js';
import type { PrintableDocument } from './printable.js';
import { quoteSheet } from './quote-sheet.js';
import type { Sheet } from './sheet.js';
import { statementSheet } from './statement-sheet.js';

/** The one layout of a document, for paper and for the web. Pure. */
export function layOut(document: PrintableDocument): Sheet {
  if (document.kind === 'statement') return statementSheet(document);
  if (document.kind === 'commission_statement') return commissionSheet(document);
  if (document.kind === 'sales_order') return orderSheet(document);
  return document.kind === 'quote' ? quoteSheet(document) : invoiceSheet(document);
}
