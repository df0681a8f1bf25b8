import type {
  PrintableCommissionStatement,
  PrintableInvoice,
  PrintableStatement,
} from './printable-document.js';
import type { PrintableOrder } from './printable-order.js';
import type { PrintableQuote } from './printable-quote.js';

/** Anything that can be printed. */
export type PrintableDocument =
  | PrintableCommissionStatement
  | PrintableInvoice
  | PrintableOrder
  | PrintableQuote
  | PrintableStatement;
