import { newId } from '@quittance/kernel';
import type { Figures } from '@quittance/documents';
import { keptProduct, ownCodeOf } from '@quittance/lines';
import {
  decimal,
  currencyDigits,
  divideRounded,
  formatMinor,
  formatUnits,
  multiply,
  pow10,
  roundToScale,
  trimDecimal,
} from '@quittance/money';
import { type InvoicedPart, type Order, orderedInvoices } from '@quittance/sales';
import type { KeptLine } from '../invoice-lines/price-invoice.js';

type Priced = Pick<KeptLine, 'quantity' | 'unitPrice' | 'discount'>;
type Terms = Pick<Order, 'currency' | 'pricesIncludeTax'>;

const LONGEST = 1000;

/**
 * The line of an invoice that comes to exactly what is invoiced of a line of an order: as many
 * pieces at their price, less a discount where the order gave one; where no price of a piece comes
 * to that, or a share is invoiced, once that amount. Pure.
 * @param write figures as the document says them
 */
export function invoiceLineOfPart(
  part: InvoicedPart,
  terms: Terms,
  write: Pick<Figures, 'number' | 'percent'>,
): KeptLine {
  if (part.line.adjustment) return lineOfAdjustment(part, part.line.adjustment, terms);
  const { line, units, share, net, tax } = part;
  const amount = terms.pricesIncludeTax ? net + tax : net;
  const byPiece = units > 0n ? pricedByPiece(part, amount, terms) : undefined;
  // What is left of a line that was raised behind all of it is no part that has a name.
  const isPart = !byPiece && units + share > 0n;
  const said =
    units > 0n
      ? write.number(orderedInvoices.quantityText(units))
      : write.percent(orderedInvoices.shareText(share));
  return {
    id: newId<'invoice-line'>(),
    scheduleLineId: null,
    productId: line.productId,
    description: isPart ? withPart(line.description, said) : line.description,
    periodStart: null,
    periodEnd: null,
    ...(byPiece ?? {
      quantity: '1',
      unitPrice: formatMinor(amount, terms.currency),
      discount: null,
    }),
    taxCode: line.productTaxed ? null : line.taxCode,
    taxRate: line.requestedTaxRate,
    hsnCode: ownCodeOf(line),
    placeOf: line.placeOf,
    product: keptProduct(line),
  };
}

/**
 * What goes with the invoice of an allowance or a charge of the whole order: a line as one of the
 * invoice's own. Its percentage is told where that comes to it, of what is invoiced of its lines.
 */
function lineOfAdjustment(
  { line, net, tax, followed }: InvoicedPart,
  adjustment: NonNullable<KeptLine['adjustment']>,
  { currency, pricesIncludeTax }: Terms,
): KeptLine {
  const amount = pricesIncludeTax ? net + tax : net;
  const size = amount < 0n ? -amount : amount;
  const percent = line.adjustmentPercent;
  const isWhole = percent !== null && followed !== undefined && shareOf(followed, percent) === size;
  return {
    id: newId<'invoice-line'>(),
    scheduleLineId: null,
    productId: null,
    description: line.description,
    periodStart: null,
    periodEnd: null,
    quantity: adjustment === 'allowance' ? '-1' : '1',
    unitPrice: formatMinor(size, currency),
    discount: null,
    taxCode: line.taxCode,
    taxRate: line.requestedTaxRate,
    hsnCode: null,
    placeOf: line.placeOf,
    product: keptProduct(line),
    adjustment,
    adjustmentIndex: null,
    adjustmentPercent: isWhole ? trimDecimal(percent) : null,
    adjustmentBase: isWhole ? followed : null,
  };
}

/** A percentage of an amount, rounded once. */
function shareOf(amount: bigint, percent: string): bigint {
  const { units, scale } = decimal(percent);
  return divideRounded(amount * units, 100n * pow10(scale));
}

function withPart(description: string, said: string): string {
  const end = ` (${said})`;
  return `${description.slice(0, LONGEST - end.length)}${end}`;
}

function pricedByPiece(
  { line, units }: InvoicedPart,
  amount: bigint,
  { currency }: Terms,
): Priced | undefined {
  const digits = currencyDigits(currency);
  const quantity = orderedInvoices.quantityText(units);
  const at = (unitPrice: string, percent = '0') => {
    const price = multiply(decimal(quantity), decimal(unitPrice));
    const left = { units: pow10(8) - roundToScale(decimal(percent), 6), scale: 8 };
    return roundToScale(multiply(price, left), digits);
  };
  const unitPrice = trimDecimal(line.unitPrice ?? '0');
  const full = at(unitPrice);
  if (full === amount) return { quantity, unitPrice, discount: null };
  const percent = amount === 0n ? '100' : line.discountPercent && trimDecimal(line.discountPercent);
  if (percent && at(unitPrice, percent) === amount) {
    return { quantity, unitPrice, discount: { percent } };
  }
  if (full > amount) {
    const discount = { amount: formatMinor(full - amount, currency) };
    return { quantity, unitPrice, discount };
  }
  // Rounding may bring a part above its price.
  const each = divideRounded(amount * pow10(12 - digits), units);
  const own = trimDecimal(formatUnits(each, 6));
  return at(own) === amount ? { quantity, unitPrice: own, discount: null } : undefined;
}
