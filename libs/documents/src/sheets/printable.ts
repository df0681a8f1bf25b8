import type {
  PrintableCommissionStatement,
  PrintableInvoice,
  PrintableStatement,
} from './printable-document.js';
import type { PrintableOrder } from './printable-order.js';
import type { PrintableQuote } from './printable-quote.js';
import type { PrintableReceipt } from './printable-receipt.js';

/** Anything that can be printed. */
export type PrintableDocument =
  | PrintableCommissionStatement
  | PrintableInvoice
  | PrintableOrder
  | PrintableQuote
  | PrintableReceipt
  | PrintableStatement;
