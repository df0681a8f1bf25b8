export { aPrintableAcceptance, aPrintableQuote, aPrintableQuoteLine } from './a-printable-quote.js';
export { aPrintableInvoice, aPrintableLine, aSeller, manyLines } from './a-printable-invoice.js';
export { type DrawCall, recordDrawing, replayDrawing } from './record-drawing.js';
export { layOut } from '../sheets/lay-out.js';
export { withoutIsolates } from '../sheets/figures.js';
