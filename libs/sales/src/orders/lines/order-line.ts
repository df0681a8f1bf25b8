import { DomainError, invalidFields, type FieldError } from '@quittance/kernel';
import type { Buyer, LineProducts, Seller } from '@quittance/lines';
import type { Currency } from '@quittance/money';
import type { Discount } from '@quittance/tax';
import {
  pricedRows,
  type PricedRow,
  type PricingHead,
} from '../../quotes/lines/price-quote-lines.js';
import {
  isWritten,
  keptOf,
  keptQuoteLine,
  type KeptQuoteLine,
} from '../../quotes/lines/quote-line.js';
import type { QuoteLine, QuoteLineId } from '../../quotes/lines/quote-line.description.js';
import type { OrderId } from '../order.description.js';
import type { OrderLine, OrderLineDraft } from './order-line.description.js';
import { checkStages, plainStages } from './order-stages.js';
import { orderValue } from './quantities.js';

/** A line as a person writes it, with its discount as one. */
export type OrderLineInput = OrderLineDraft & { readonly discount?: Discount | null };

/** What an order keeps of a line beside what a quote does. */
type Kept = Pick<
  OrderLine,
  | 'quoteLineId'
  | 'cancelled'
  | 'shipped'
  | 'returned'
  | 'invoiced'
  | 'invoicedPercent'
  | 'invoicedNet'
  | 'invoicedTax'
  | 'overDeliveryPercent'
  | 'stages'
>;

/**
 * A line that keeps its identity while the order is priced again. It is priced as one of a quote:
 * `quantity` is what is ordered.
 */
export interface KeptOrderLine {
  readonly quoted: KeptQuoteLine;
  readonly kept: Kept;
}

/** What of a line nothing has happened to. */
export const UNTOUCHED = {
  cancelled: '0',
  shipped: '0',
  returned: '0',
  invoiced: '0',
  invoicedPercent: '0',
  invoicedNet: 0n,
  invoicedTax: 0n,
} as const;

/**
 * A line as it is kept, of what a person said of it.
 * @param pointer to it in the body
 * @throws DomainError validation_failed
 */
export function keptOrderOf(
  input: OrderLineInput,
  products: LineProducts,
  pointer: string,
  id?: OrderLine['id'],
): KeptOrderLine {
  const { ordered, invoicing = null, overDeliveryPercent = '0', stages = [], ...line } = input;
  const recurs = input.kind === 'recurring';
  if ((invoicing === 'subscription') !== recurs && invoicing !== null) {
    const message = recurs ? 'is by its schedule' : 'is for what recurs';
    throw invalidFields([{ pointer: `${pointer}/invoicing`, code: 'not_taken', message }]);
  }
  const quoted = orderedPointers(() =>
    keptOf(
      {
        // What a spread begins has a hidden class of its own on Node.js 20: a member comes first.
        invoicing: invoicing === 'subscription' ? null : invoicing,
        ...line,
        ...(ordered !== undefined && { quantity: ordered }),
      },
      products,
      pointer,
      id as string as QuoteLineId | undefined,
    ),
  );
  checkStages(quoted, stages, pointer);
  const kept = {
    ...UNTOUCHED,
    quoteLineId: null,
    overDeliveryPercent,
    stages: plainStages(stages),
  };
  return { quoted, kept };
}

/** A line that is ordered is chosen: a quote's options are taken over when they are. */
const CHOSEN = { optional: false, selected: true, minQuantity: null, maxQuantity: null } as const;

/** A stored line as it was written, to be priced again. */
export function keptOrderLine(line: OrderLine, currency: Currency): KeptOrderLine {
  const { ordered: quantity, invoicing, quoteLineId, overDeliveryPercent, stages, ...rest } = line;
  const { cancelled, shipped, returned, invoiced } = line;
  const { invoicedPercent, invoicedNet, invoicedTax } = line;
  const quoted = {
    quantity,
    ...rest,
    ...CHOSEN,
    invoicing: invoicing === 'subscription' ? null : invoicing,
  } as object as QuoteLine;
  const done = { cancelled, shipped, returned, invoiced };
  const billed = { invoicedPercent, invoicedNet, invoicedTax };
  return {
    quoted: keptQuoteLine(quoted, currency),
    kept: { ...done, ...billed, quoteLineId, overDeliveryPercent, stages },
  };
}

/** Of a line that an allowance or a charge of the whole order has made. */
const ADJUSTED: Kept = { ...UNTOUCHED, quoteLineId: null, overDeliveryPercent: '0', stages: [] };

/**
 * Prices the lines of an order. Pure.
 * @throws DomainError validation_failed, tax_code_unknown, discount_exceeds_line
 */
export function priceOrderLines(
  id: OrderId,
  head: PricingHead,
  seller: Seller,
  buyer: Buyer,
  kept: readonly KeptOrderLine[],
) {
  const lines = kept.filter(({ quoted }) => isWritten(quoted));
  const priced = orderedPointers(() =>
    pricedRows(
      head,
      seller,
      buyer,
      lines.map(({ quoted }) => quoted),
    ),
  );
  const rows = priced.lines.map((row, i) => orderRow(id, row, lines[i]?.kept ?? ADJUSTED));
  return { lines: rows, columns: { ...priced.columns, value: orderValue(rows, head) } };
}

/** A priced line as an order keeps it. */
export function orderRow(orderId: OrderId, row: PricedRow, kept: Kept): OrderLine {
  const { optional: _, selected: __, minQuantity: ___, maxQuantity: ____, ...line } = row;
  const { quantity: ordered, invoicing, id, ...rest } = line;
  return {
    id: id as string as OrderLine['id'],
    ...rest,
    ...kept,
    orderId,
    ordered,
    invoicing: row.kind === 'recurring' ? 'subscription' : invoicing,
  };
}

/** Lines are priced by their `quantity`; what a body says of it is `ordered`. */
function orderedPointers<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DomainError) || !error.options.errors) throw error;
    const errors = error.options.errors.map((each): FieldError => {
      const pointer = each.pointer?.replace(/\/quantity$/, '/ordered');
      return pointer === undefined ? each : { ...each, pointer };
    });
    throw new DomainError(error.problem, error.params, { ...error.options, errors });
  }
}
