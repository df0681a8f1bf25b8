import type { PrintableOrder } from '../sheets/printable-order.js';
import { aPrintableQuote } from './a-printable-quote.js';

/** A confirmed order over one line of 89.98 EUR and 19 % VAT. */
export function aPrintableOrder(over: Partial<PrintableOrder> = {}): PrintableOrder {
  const {
    revision: _,
    validUntil: __,
    toBeSigned: ___,
    acceptance: ____,
    ...agreed
  } = aPrintableQuote();
  return {
    ...agreed,
    kind: 'sales_order',
    number: 'SO-000042',
    confirmed: true,
    quoteNumber: null,
    poNumber: null,
    buyerReference: null,
    deliveryDate: null,
    requestedOn: null,
    shipTo: agreed.buyer.address,
    shippedOn: null,
    carrier: null,
    trackingNumber: null,
    deposits: [],
    ...over,
  };
}
