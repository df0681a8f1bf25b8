import { trimDecimal, type Currency } from '@quittance/money';
import { keptQuoteLine, type QuoteLineInput } from './quote-line.js';
import type { QuoteLine } from './quote-line.description.js';

/** A line as it would be written again. */
export function lineAgain(line: QuoteLine, currency: Currency): QuoteLineInput {
  const {
    id: _,
    product: __,
    price: ___,
    plan: ____,
    typed,
    quantity,
    ...kept
  } = keptQuoteLine(line, currency);
  return {
    ...kept,
    quantity: trimDecimal(quantity),
    unitPrice: typed,
    hsnCode: line.productId === null ? line.hsnCode : null,
  } as QuoteLineInput;
}
