export { aPrintableAcceptance, aPrintableQuote, aPrintableQuoteLine } from './a-printable-quote.js';
export { aPrintableInvoice, manyLines } from './a-printable-invoice.js';
export { type DrawCall, recordDrawing, replayDrawing } from './record-drawing.js';
