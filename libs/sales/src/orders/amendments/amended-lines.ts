import { invalidField } from '@quittance/kernel';
import { formatMinor, parseDecimal, parseMinor, sumOf, trimDecimal } from '@quittance/money';
import type { Discount } from '@quittance/tax';
import type { DocumentDiscount } from '../../pricing/quoted-line.js';
import { figure, type QuoteFigures } from '../../quotes/quote-figures.js';
import { isWritten } from '../../quotes/lines/quote-line.js';
import type { OrderLine, OrderLineId } from '../lines/order-line.description.js';
import { keptOrderLine, type KeptOrderLine, type OrderLineInput } from '../lines/order-line.js';
import { followingPart, millionths, quantityText, type Priced } from '../lines/quantities.js';
import { belowFulfilled, orderLineInvoiced } from '../order.errors.js';
import type { Order } from '../order.description.js';
import { refusedLine } from '../fulfilment/asked-quantities.js';
import { isStillOwed } from './closed-short.js';

/*
 * What an amendment makes of lines: pure. Only the lines that it names are priced again, so that
 * what was invoiced of the others stays what it was a part of.
 */

/** A line of the order that is to be another. */
export interface LineAmendment {
  readonly lineId: OrderLineId;
  /** Decimal text. */
  readonly ordered?: string;
  readonly unitPrice?: string;
  readonly discount?: Discount | null;
}

/** A change of a line, or a line that is added. */
export type AmendedLine = LineAmendment | OrderLineInput;

export function isChange(line: AmendedLine): line is LineAmendment {
  return 'lineId' in line;
}

/**
 * A line as it is to be priced again.
 * @param at its place in the body
 * @throws DomainError validation_failed, below_fulfilled, order_line_invoiced
 */
export function amendedLine(
  line: OrderLine,
  { ordered, unitPrice, discount }: LineAmendment,
  { currency, at }: { readonly currency: string; readonly at: number },
): KeptOrderLine {
  const pointer = `/lines/${at}`;
  if (line.kind !== 'one_off') {
    throw invalidField(`${pointer}/lineId`, 'not_taken', 'is nothing that an amendment changes');
  }
  const priced = unitPrice !== undefined || discount !== undefined;
  if (priced && (line.invoicedNet > 0n || millionths(line.invoiced) > 0n)) {
    throw refusedLine(orderLineInvoiced, { line, pointer: `${pointer}/unitPrice` }, {});
  }
  const { quoted, kept } = keptOrderLine(line, currency);
  if (ordered !== undefined) refuseFewer(line, ordered, `${pointer}/ordered`);
  const price = quoted.price ?? {
    unitPrice: null,
    listPrice: null,
    priceSource: null,
    tiers: [],
  };
  return {
    kept,
    quoted: {
      ...quoted,
      ...(ordered !== undefined && { quantity: trimDecimal(ordered) }),
      ...(discount !== undefined && { discount }),
      ...(unitPrice !== undefined && {
        typed: unitPrice,
        price: { ...price, unitPrice, priceSource: 'manual' },
      }),
    },
  };
}

/** @throws DomainError validation_failed, below_fulfilled */
function refuseFewer(line: OrderLine, ordered: string, pointer: string): void {
  const parsed = parseDecimal(ordered);
  if (!parsed || parsed.units <= 0n || parsed.scale > 6) {
    throw invalidField(pointer, 'min', 'must be above 0, with at most six decimals');
  }
  const [next, now] = [millionths(ordered), millionths(line.ordered)];
  const shipped = millionths(line.shipped);
  const invoiced = millionths(line.invoiced);
  const least = millionths(line.cancelled) + (shipped > invoiced ? shipped : invoiced);
  if (next >= now || next >= least) return;
  throw refusedLine(belowFulfilled, { line, pointer }, { least: quantityText(least) });
}

/**
 * The discount on the whole order as far as it is of the lines that are priced again: a percentage
 * is one of them too; of an amount what they bore of it is spread over them again.
 */
export function discountOfAmended(
  { discount, currency }: Pick<Order, 'discount' | 'currency'>,
  before: readonly OrderLine[],
): DocumentDiscount | null {
  if (discount === null || 'percent' in discount) return discount;
  const borne = sumOf(before.map(({ share }) => share));
  return borne === 0n ? null : { amount: formatMinor(borne, currency) };
}

/**
 * The lines after an amendment: those that were priced again in the places of the ones before, new
 * ones behind all others.
 * @throws DomainError order_line_invoiced where a line comes to less than was invoiced of it
 */
export function withAmended(
  lines: readonly OrderLine[],
  priced: readonly OrderLine[],
  terms: Priced,
): { readonly lines: OrderLine[]; readonly changed: OrderLine[]; readonly added: OrderLine[] } {
  const known = new Map(lines.map((line) => [line.id, line]));
  const changed = priced.flatMap((line): OrderLine[] => {
    const was = known.get(line.id);
    return was ? [{ ...line, position: was.position }] : [];
  });
  for (const line of changed) {
    if (!isStillOwed(line, terms)) {
      throw refusedLine(orderLineInvoiced, { line, pointer: '/lines' }, {});
    }
  }
  const added = priced
    .filter(({ id }) => !known.has(id))
    .map((line, i) => ({ ...line, position: lines.filter(isWritten).length + i + 1 }));
  const after = new Map(changed.map((line) => [line.id, line]));
  const written = lines.filter(isWritten).map((line) => after.get(line.id) ?? line);
  const sold = [...written, ...added];
  // What is taken off the whole, or put on it, stays behind what is sold.
  const adjustments = lines
    .filter((line) => !isWritten(line))
    .map((line, i) => ({ ...line, position: sold.length + i + 1 }));
  return { lines: [...sold, ...adjustments], changed, added };
}

/** The columns of an order after an amendment; what recurs stays as it was. */
export function amendedColumns(
  order: Order,
  before: readonly OrderLine[],
  lines: readonly OrderLine[],
): Partial<Order> {
  const once = (of: readonly OrderLine[]) => of.filter(({ kind }) => kind !== 'recurring');
  const [was, is] = [totalsOf(once(before)), totalsOf(once(lines))];
  const [dueBefore, dueNow] = [dueOf(order, before), dueOf(order, lines)];
  const { net, tax, gross } = totalsOf(lines);
  const { figures, currency, tcv } = order;
  const moved = (each: { net: string; tax: string; gross: string }, from: Sum, to: Sum) =>
    figure(
      {
        net: minorOf(each.net, currency) + to.net - from.net,
        tax: minorOf(each.tax, currency) + to.tax - from.tax,
        gross: minorOf(each.gross, currency) + to.gross - from.gross,
      },
      currency,
    );
  const changed: QuoteFigures = {
    ...figures,
    oneOff: figure(is, currency),
    firstInvoice: { ...figures.firstInvoice, ...moved(figures.firstInvoice, dueBefore, dueNow) },
    tcv: figures.tcv && moved(figures.tcv, was, is),
    withOptions: figure({ net, tax, gross }, currency),
  };
  return {
    subtotal: net,
    taxTotal: tax,
    total: gross,
    tcv: tcv === null ? null : tcv + is.net - was.net,
    figures: changed,
  };
}

interface Sum {
  readonly net: bigint;
  readonly tax: bigint;
  readonly gross: bigint;
}

/** What is due at once: lines that are invoiced on order, and their part of the adjustments. */
function dueOf(order: Order, lines: readonly OrderLine[]): Sum {
  const isDue = (line: OrderLine) => line.kind === 'one_off' && line.invoicing === 'on_order';
  const due = lines.flatMap((line) => {
    if (isDue(line)) return [line];
    if (isWritten(line)) return [];
    const upTo = (each: OrderLine) => (isDue(each) ? each : { net: 0n, tax: 0n });
    const { net, tax } = followingPart(line, lines, { ...order, upTo });
    return [{ net, tax, total: net + tax }];
  });
  return totalsOf(due);
}

function totalsOf(lines: readonly Pick<OrderLine, 'net' | 'tax' | 'total'>[]): Sum {
  return {
    net: sumOf(lines.map(({ net }) => net)),
    tax: sumOf(lines.map(({ tax }) => tax)),
    gross: sumOf(lines.map(({ total }) => total)),
  };
}

/** Figures are kept in the currency that they were written in. */
function minorOf(amount: string, currency: string): bigint {
  const minor = parseMinor(amount, currency);
  if (minor === undefined) throw new TypeError(`Not an amount of ${currency}: ${amount}`);
  return minor;
}
