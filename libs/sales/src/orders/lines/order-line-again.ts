import { trimDecimal, type Currency } from '@quittance/money';
import { keptOrderLine, type OrderLineInput } from './order-line.js';
import type { OrderLine } from './order-line.description.js';

/** A line as it would be written again: nothing has happened to it. */
export function orderLineAgain(line: OrderLine, currency: Currency): OrderLineInput {
  const { quoted, kept } = keptOrderLine(line, currency);
  const { id: _, product: __, price: ___, plan: ____, typed, quantity, ...written } = quoted;
  return {
    ...written,
    ordered: trimDecimal(quantity),
    unitPrice: typed,
    hsnCode: line.productId === null ? line.hsnCode : null,
    overDeliveryPercent: trimDecimal(kept.overDeliveryPercent),
    stages: kept.stages,
  } as OrderLineInput;
}
