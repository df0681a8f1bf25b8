import type { FieldValues } from '@quittance/fields';
import { discountOf, documentLineViews, unitPriceText } from '@quittance/lines';
import { formatMinor } from '@quittance/money';
import { headOf, lineHeadOf } from '@quittance/nouns';
import { sectionTotals } from '../quotes/quote-figures.js';
import { orderLineNoun, type OrderLine } from './lines/order-line.description.js';
import { invoiceableOf, openOf, quantityText, valueOf } from './lines/quantities.js';
import { orderNoun, type Order, type OrderHeadRow } from './order.description.js';

/** An order without its lines, as lists show it. */
export const orderHead = headOf(orderNoun, {});
export type OrderHead = ReturnType<typeof orderHead>;

const lineView = lineHeadOf(orderLineNoun, {
  unitPrice: ({ unitPrice }: Pick<OrderLine, 'unitPrice'>, currency: string) =>
    unitPrice === null ? null : unitPriceText(unitPrice, currency),
  discount: (line: Pick<OrderLine, 'discountPercent' | 'discountGiven'>, currency: string) =>
    discountOf(line, currency),
  taxUndetermined: documentLineViews.taxUndetermined,
});

/** What is left of a line: to be shipped, to be invoiced now, to be credited. */
function restView(line: OrderLine, { currency, ...order }: Order, lines: readonly OrderLine[]) {
  const invoiceable = invoiceableOf(line);
  return {
    open: quantityText(openOf(line)),
    invoiceable: quantityText(invoiceable > 0n ? invoiceable : 0n),
    creditDue: quantityText(invoiceable < 0n ? -invoiceable : 0n),
    value: formatMinor(valueOf(line, order, lines).net, currency),
  };
}

/** An order with its lines as the API shows it. */
export function orderView(order: Order, lines: readonly OrderLine[]) {
  const { currency } = order;
  const sections = sectionTotals(lines.map(({ kind, net }) => ({ kind, net, selected: true })));
  return {
    ...orderHead(order),
    lines: lines.map((line, i) => {
      const sum = sections.get(i);
      // Behind the others without a spread, which would give each line a hidden class of its own.
      return Object.assign(lineView(line, currency), restView(line, order, lines), {
        sectionTotal: sum === undefined ? null : formatMinor(sum, currency),
      });
    }),
  };
}

export type OrderView = ReturnType<typeof orderView>;

/** What events say of an order: identity, links, dates and money. */
export function orderSummary(order: Order) {
  const amount = (minor: bigint) => formatMinor(minor, order.currency);
  return {
    id: order.id,
    version: order.version,
    number: order.number,
    status: order.status,
    paymentStatus: order.paymentStatus,
    fulfilment: order.fulfilment,
    accountId: order.accountId,
    quoteId: order.quoteId,
    currency: order.currency,
    issueDate: order.issueDate,
    total: amount(order.total),
    value: amount(order.value),
    invoicedTotal: amount(order.invoicedTotal),
  };
}

const NOT_FOR_RULES = ['figures', 'discount', 'adjustments', 'shipTo'];

/** The standard fields of an order, for rules and formulas over it. */
export function orderFieldValues(order: OrderHeadRow): FieldValues {
  const head = Object.entries(orderHead(order)).filter(([name]) => !NOT_FOR_RULES.includes(name));
  const { billTo } = order;
  const values = {
    ...Object.fromEntries(head),
    billTo: { ...billTo, address: { ...billTo.address } },
  };
  return values as FieldValues;
}
