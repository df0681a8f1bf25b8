import { documentAdjustments } from '@quittance/lines';
import { decimal, divideRounded, roundToScale, sumOf } from '@quittance/money';
import { followedBy } from '../../pricing/quote-adjustments.js';
import { atLeastZero, millionths, UNIT_DECIMALS } from '../../usage/units.js';
import type { Fulfilment, LinesTold } from '../order.js';
import type { OrderLine } from './order-line.description.js';

/*
 * What quantities of a line come to: pure. Quantities are counted in millionths, exactly, and never
 * divided; what is divided is money, once.
 */

export { millionths, unitsText as quantityText } from '../../usage/units.js';

type Quantities = Pick<
  OrderLine,
  'kind' | 'ordered' | 'cancelled' | 'shipped' | 'returned' | 'invoiced'
>;

/** Whether any of a line is shipped: goods, and what is invoiced on delivery. */
export function isShippable({
  kind,
  supplyKind,
  invoicing,
}: Pick<OrderLine, 'kind' | 'supplyKind' | 'invoicing'>): boolean {
  return kind === 'one_off' && (supplyKind === 'goods' || invoicing === 'on_delivery');
}

/** What is still agreed: ordered and not cancelled. */
export function agreedOf({ ordered, cancelled }: Pick<Quantities, 'ordered' | 'cancelled'>) {
  return millionths(ordered) - millionths(cancelled);
}

/** What is left to be shipped; nothing where more was shipped than ordered. */
export function openOf(line: OrderLine): bigint {
  if (!isShippable(line)) return 0n;
  return atLeastZero(agreedOf(line) - millionths(line.shipped));
}

/** What may yet be cancelled: neither shipped nor invoiced. */
export function restOf(line: Quantities): bigint {
  const { shipped, invoiced } = line;
  return atLeastZero(agreedOf(line) - maxOf(millionths(shipped), millionths(invoiced)));
}

/** How much more may be shipped, with what the line tolerates above what was ordered. */
export function mayShip(line: OrderLine): bigint {
  if (!isShippable(line)) return 0n;
  // Nothing is tolerated of a line of which something was given up.
  const tolerated = millionths(line.cancelled) > 0n ? '0' : line.overDeliveryPercent;
  const percent = roundToScale(decimal(tolerated), UNIT_DECIMALS);
  // Down to a millionth: what is above the tolerance by less is above it.
  const most = (agreedOf(line) * (100_000_000n + percent)) / 100_000_000n;
  return atLeastZero(most - millionths(line.shipped));
}

/** How much may come back. */
export function mayReturn({ shipped, returned }: Quantities): bigint {
  return millionths(shipped) - millionths(returned);
}

/**
 * How much of a line is invoiced by quantity now; below 0 is what is to be credited. What is
 * invoiced by percentages or milestones has no quantity, and what recurs has its schedule.
 */
export function invoiceableOf(line: OrderLine): bigint {
  const { invoicing, shipped, returned, invoiced } = line;
  const agreed = agreedOf(line);
  if (invoicing === 'on_order') return agreed - millionths(invoiced);
  if (invoicing !== 'on_delivery') return 0n;
  const delivered = minOf(millionths(shipped), agreed);
  return delivered - millionths(returned) - millionths(invoiced);
}

/** Whether nothing of a line is left to be invoiced with the order. */
export function isInvoiced(line: OrderLine): boolean {
  if (line.kind !== 'one_off') return true;
  const agreed = agreedOf(line);
  if (line.invoicing === 'percent' || line.invoicing === 'milestone') {
    const left = partOf(line.net + line.tax, line, agreed) - line.invoicedNet - line.invoicedTax;
    // Rounding may have the net whole where some of the tax is left, and all of it a unit apart.
    if (millionths(line.invoicedPercent) >= 100_000_000n) return left <= 1n || agreed === 0n;
    return (line.invoicedNet >= partOf(line.net, line, agreed) && left <= 0n) || agreed === 0n;
  }
  // What came back is not invoiced any more, but as long as some is open, that is yet to be.
  const isDelivered = line.invoicing === 'on_delivery' && openOf(line) === 0n;
  return millionths(line.invoiced) >= agreed - (isDelivered ? millionths(line.returned) : 0n);
}

/** What some of a line comes to: one division of its whole amount. */
export function partOf(amount: bigint, { ordered }: Pick<OrderLine, 'ordered'>, of: bigint) {
  const whole = millionths(ordered);
  return whole === 0n || of === whole ? amount : divideRounded(amount * of, whole);
}

/** How an order is priced, as far as its parts depend on it. */
export interface Priced {
  readonly pricesIncludeTax: boolean;
}

/** Net of what is still agreed of a line that is sold. */
export function agreedNetOf(line: OrderLine): bigint {
  return partOf(line.net, line, agreedOf(line));
}

/** Net and tax, minor units; below 0 of what is taken off. */
export interface NetAndTax {
  readonly net: bigint;
  readonly tax: bigint;
}

/**
 * Net and tax of what is still agreed of a line. Where prices include tax the gross is what was
 * agreed, so that is divided, and tax is what the net leaves of it. What is taken off the whole, or
 * put on it, goes with the lines that it follows.
 * @param lines all of the order
 */
export function valueOf(
  line: OrderLine,
  { pricesIncludeTax }: Priced,
  lines: readonly OrderLine[],
): NetAndTax {
  if (line.kind === 'adjustment') {
    const upTo = (each: OrderLine) => valueOf(each, { pricesIncludeTax }, lines);
    return followingPart(line, lines, { pricesIncludeTax, upTo });
  }
  const agreed = agreedOf(line);
  const net = agreedNetOf(line);
  const tax = pricesIncludeTax
    ? partOf(line.net + line.tax, line, agreed) - net
    : partOf(line.tax, line, agreed);
  return { net, tax };
}

/** What an order is worth: the gross of what is still agreed. */
export function orderValue(lines: readonly OrderLine[], priced: Priced): bigint {
  return lines.reduce((sum, line) => {
    const { net, tax } = valueOf(line, priced, lines);
    return sum + net + tax;
  }, 0n);
}

/** How an adjustment follows its lines: as far as each of them has come. */
interface Following extends Priced {
  /** Net and tax of a line as far as that is. */
  readonly upTo: (line: OrderLine) => NetAndTax;
}

/**
 * What of an adjustment goes with its lines as far as they have come: its amounts divided once by
 * theirs, so that it is whole with the whole of them, whatever the parts were. By their nets, or by
 * their gross where prices include tax, for that is what their parts keep to. Pure.
 * @param lines all of the order
 */
export function followingPart(
  line: OrderLine,
  lines: readonly OrderLine[],
  { pricesIncludeTax, upTo }: Following,
): NetAndTax {
  const followed = followedLines(line, lines);
  const size = ({ net, tax }: NetAndTax) => (pricesIncludeTax ? net + tax : net);
  const whole = sumOf(followed.map(size));
  const part = sumOf(followed.map((each) => size(upTo(each))));
  // Of what is given away it goes with the first of it that is agreed.
  const any = followed.some((each) => agreedOf(each) > 0n);
  const of = (amount: bigint) =>
    whole === 0n ? (any ? amount : 0n) : divideRounded(amount * part, whole);
  const net = of(line.net);
  return { net, tax: pricesIncludeTax ? of(line.total) - net : of(line.tax) };
}

/** What says how a line of an order is taxed. */
type TaxAsked = Pick<
  OrderLine,
  'taxCode' | 'requestedTaxRate' | 'defaultTaxCode' | 'taxCategory' | 'taxReason' | 'taxes'
>;

/** The lines of an order that an adjustment of the whole follows. Pure. */
export function followedLines(
  adjustment: TaxAsked,
  lines: readonly OrderLine[],
): readonly OrderLine[] {
  const once = lines
    .filter(({ kind }) => kind === 'one_off')
    .map((each) => ({ each, ...taxAskedOf(each) }));
  return followedBy(taxAskedOf(adjustment), once).map(({ each }) => each);
}

/**
 * By what a line of an order is taxed, one that says nothing by the default code it keeps, and in
 * which way.
 */
export function taxAskedOf(line: TaxAsked) {
  const { taxCode, requestedTaxRate: taxRate, defaultTaxCode: defaultCode } = line;
  return { taxCode, taxRate, defaultCode, way: documentAdjustments.wayOf(line) };
}

/** What of the lines decides what becomes of their order. */
export function linesTold(lines: readonly OrderLine[]): LinesTold {
  return {
    open: lines.some((line) => openOf(line) > 0n),
    shippable: lines.some(isShippable),
    everShipped: lines.some(({ shipped }) => millionths(shipped) > 0n),
    invoiced: lines.every(isInvoiced),
  };
}

/** What of the goods has left. */
export function fulfilmentOf(lines: readonly OrderLine[]): Fulfilment {
  const { open, everShipped } = linesTold(lines);
  if (!everShipped) return 'none';
  return open ? 'partial' : 'full';
}

const maxOf = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const minOf = (a: bigint, b: bigint): bigint => (a < b ? a : b);
