import { invalidField } from '@quittance/kernel';
import {
  documentAdjustments,
  priceDocumentLines,
  storedTax,
  type Buyer,
  type Seller,
} from '@quittance/lines';
import { formatMinor, parseMinor, trimDecimal } from '@quittance/money';
import { takenAsTaxed } from '../../pricing/price-quote.js';
import { pricedAs, type QuoteAdjustment, type SoldLine } from '../../pricing/quote-adjustments.js';
import { isWritten } from '../../quotes/lines/quote-line.js';
import type { OrderLine } from '../lines/order-line.description.js';
import { taxAskedOf } from '../lines/quantities.js';
import type { Order } from '../order.description.js';

/**
 * What an order takes off the whole, or puts on it, once its lines were amended: percentages of
 * what they come to then, taxed as before; amounts stay. What was invoiced is the least of each.
 * Pure.
 * @throws DomainError validation_failed where more is taken off than the lines come to
 */
export function amendedAdjustments(
  order: Order,
  lines: readonly OrderLine[],
  { seller, buyer }: { readonly seller: Seller; readonly buyer: Buyer },
): OrderLine[] {
  const before = lines.filter((line) => !isWritten(line));
  if (before.length === 0) return [];
  const { currency, pricesIncludeTax, issueDate: taxDate } = order;
  const once = lines.filter(({ kind }) => kind === 'one_off').map((line) => whole(line, order));
  const least = before.map((line) => leastOf(line, order));
  const made = documentAdjustments
    .ofOtherLines(
      before.map((line) => ({ ...adjustmentOf(line), ...taxAskedOf(line) })),
      once,
      currency,
      least,
    )
    .map((next, i) => atLeastInvoiced(next, least[i] ?? 0n, order));
  if (documentAdjustments.exceed(made, once, currency)) {
    throw invalidField('/lines', 'min', 'come to less than is taken off the whole of them');
  }
  const terms = { currency, pricesIncludeTax, taxDate };
  const source = takenAsTaxed(seller, before);
  const priced = priceDocumentLines(terms, source, buyer, made.map(pricedAs));
  return before.map((line, i): OrderLine => {
    const [adjustment, found] = [made[i], priced.lines[i]];
    if (!adjustment || !found || isAmount(line, adjustment)) return line;
    const { unitPrice, adjustmentPercent, adjustmentBase } = adjustment;
    const { net, tax, total } = found;
    const taxes = found.taxes.map(storedTax);
    return { ...line, unitPrice, adjustmentPercent, adjustmentBase, net, tax, total, taxes };
  });
}

/** An amount stays as it was invoiced; what several taxes bear of one may change with their lines. */
function isAmount(line: OrderLine, { unitPrice }: QuoteAdjustment): boolean {
  const isSame = trimDecimal(unitPrice) === trimDecimal(line.unitPrice ?? '0');
  return line.adjustmentPercent === null && isSame;
}

/** A line at what it comes to, whatever its quantity and price. */
function whole(line: OrderLine, { currency, pricesIncludeTax }: Order): SoldLine {
  const amount = pricesIncludeTax ? line.total : line.net;
  const unitPrice = formatMinor(amount, currency);
  const { supplyKind: supply } = line;
  return { quantity: '1', unitPrice, discount: null, supply, ...taxAskedOf(line) };
}

function adjustmentOf(line: OrderLine): QuoteAdjustment {
  const { description, taxCode, adjustmentIndex, adjustmentPercent, adjustmentBase } = line;
  return {
    description,
    quantity: line.ordered,
    unitPrice: line.unitPrice ?? '0',
    taxCode,
    taxRate: line.requestedTaxRate,
    supply: line.supplyKind,
    adjustment: line.adjustment ?? 'charge',
    adjustmentIndex,
    adjustmentPercent,
    adjustmentBase,
  };
}

/** What of an adjustment is invoiced, whatever its sign; minor units as prices are. */
function leastOf({ invoicedNet, invoicedTax }: OrderLine, { pricesIncludeTax }: Order): bigint {
  const invoiced = pricesIncludeTax ? invoicedNet + invoicedTax : invoicedNet;
  return invoiced < 0n ? -invoiced : invoiced;
}

/** Rounding may bring a percentage below its part that is invoiced: then it is an amount. */
function atLeastInvoiced(
  next: QuoteAdjustment,
  least: bigint,
  { currency }: Order,
): QuoteAdjustment {
  if ((parseMinor(trimDecimal(next.unitPrice), currency) ?? 0n) >= least) return next;
  const unitPrice = formatMinor(least, currency);
  return { ...next, unitPrice, adjustmentPercent: null, adjustmentBase: null };
}
