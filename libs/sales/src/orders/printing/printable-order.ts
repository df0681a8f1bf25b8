import type { Company, DocumentLanguage } from '@quittance/company';
import {
  printableHead,
  type DocumentMark,
  type PrintableDeposit,
  type PrintableOrder,
  type PrintableQuoteLine,
} from '@quittance/documents';
import { printableTaxes } from '@quittance/lines';
import { divideRounded, sumOf } from '@quittance/money';
import { isPriced, isWritten } from '../../quotes/lines/quote-line.js';
import { printableQuoteLine } from '../../quotes/printing/printable-quote.js';
import { renewalOf } from '../../quotes/renewal.js';
import type { OrderLine } from '../lines/order-line.description.js';
import { agreedOf, partOf, quantityText, valueOf, type NetAndTax } from '../lines/quantities.js';
import type { Order } from '../order.description.js';
import type { OrderStatus } from '../order.js';

/** What a printed order shows that is not of itself. */
export interface OrderPrintFacts {
  readonly company: Company;
  /** Asked for; else that of the order, else that of the company's documents. */
  readonly language?: DocumentLanguage | null | undefined;
  readonly quoteNumber: string | null;
  readonly deposits: readonly PrintableDeposit[];
}

/** Nobody is to take for a confirmation what does not bind yet, or was given up. */
const MARKS: Partial<Record<OrderStatus, DocumentMark>> = {
  draft: 'draft',
  pending: 'draft',
  pending_approval: 'draft',
  cancelled: 'cancelled',
};

/** An order ready to be printed: what is still agreed of it. Pure. */
export function printableOrder(
  order: Order,
  lines: readonly OrderLine[],
  { company, language, quoteNumber, deposits }: OrderPrintFacts,
): PrintableOrder {
  const { billTo, currency, status, pricesIncludeTax } = order;
  const facts = { company, language: language ?? order.language, email: null };
  const kept = lines.flatMap((line) => keptOf(line, order, lines));
  const priced = kept.filter((line) => isPriced(line) || !isWritten(line));
  const [net, tax] = [sumOf(priced.map((line) => line.net)), sumOf(priced.map((line) => line.tax))];
  return {
    ...printableHead(facts, billTo, { currency, changedAt: order.updatedAt, on: order.issueDate }),
    kind: 'sales_order',
    confirmed: order.confirmedAt !== null,
    number: order.number,
    quoteNumber,
    poNumber: order.poNumber,
    buyerReference: order.buyerReference,
    deliveryDate: order.deliveryDate,
    mark: MARKS[status] ?? null,
    title: order.title,
    issueDate: order.issueDate,
    requestedOn: order.requestedOn,
    shipTo: order.deliveryAddress ?? order.shipTo,
    shippedOn: order.shippedOn,
    carrier: order.carrier,
    trackingNumber: order.trackingNumber,
    startOn: order.startOn,
    termMonths: order.termMonths,
    renewal: renewalOf(order),
    introduction: order.introduction,
    notes: order.notes,
    terms: order.terms,
    paymentTerms: order.paymentTerms,
    pricesIncludeTax,
    lines: kept.map(orderedLine),
    taxes: printableTaxes(priced, pricesIncludeTax),
    subtotal: net,
    taxTotal: tax,
    total: net + tax,
    oneOff: grossOf(priced.filter(({ kind }) => kind !== 'recurring')),
    recurring: recurringOf(priced),
    deposits,
  };
}

/** A line as far as it was not cancelled; nothing of one that was altogether. */
function keptOf(line: OrderLine, order: Order, lines: readonly OrderLine[]): OrderLine[] {
  if (!isWritten(line)) return keptAdjustment(line, valueOf(line, order, lines));
  const agreed = agreedOf(line);
  if (!isPriced(line) || agreed === agreedOf({ ...line, cancelled: '0' })) return [line];
  if (agreed === 0n) return [];
  const part = (amount: bigint) => partOf(amount, line, agreed);
  const { net, tax } = valueOf(line, order, lines);
  // The last of several taxes takes what rounding leaves.
  let left = tax;
  const taxes = line.taxes.map((each, i) => {
    const own = i === line.taxes.length - 1 ? left : part(BigInt(each.tax));
    left -= own;
    return { ...each, base: String(keptBase(BigInt(each.base), line, net)), tax: String(own) };
  });
  const [discountAmount, share] = [part(line.discountAmount), part(line.share)];
  const ordered = quantityText(agreed);
  return [{ ...line, ordered, net, tax, total: net + tax, taxes, discountAmount, share }];
}

/** An allowance or a charge as far as it is still agreed; one without a percentage then. */
function keptAdjustment(line: OrderLine, { net, tax }: NetAndTax): OrderLine[] {
  if (net === line.net && tax === line.tax) return [line];
  if (net === 0n && tax === 0n) return [];
  let left = tax;
  const taxes = line.taxes.map((each, i) => {
    const own =
      i === line.taxes.length - 1 ? left : divideRounded(BigInt(each.tax) * net, line.net);
    left -= own;
    const base = BigInt(each.base);
    const kept = base === line.net ? net : divideRounded(base * net, line.net);
    return { ...each, base: String(kept), tax: String(own) };
  });
  const none = { adjustmentPercent: null, adjustmentBase: null };
  return [{ ...line, ...none, net, tax, total: net + tax, taxes }];
}

/** The net itself where a tax is on that, so that bases add up to what is printed; else its share. */
function keptBase(base: bigint, line: OrderLine, net: bigint): bigint {
  return base === line.net ? net : partOf(base, line, agreedOf(line));
}

/** A line that is ordered is chosen. */
function orderedLine(line: OrderLine): PrintableQuoteLine {
  const chosen = { optional: false, selected: true, minQuantity: null, maxQuantity: null };
  return printableQuoteLine({ ...line, ...chosen, quantity: line.ordered });
}

const grossOf = (lines: readonly OrderLine[]) => sumOf(lines.map(({ total }) => total));

/** A period of what recurs, by how often it is paid. */
function recurringOf(lines: readonly OrderLine[]): PrintableOrder['recurring'] {
  const sums = new Map<NonNullable<OrderLine['frequency']>, bigint>();
  for (const { frequency, total } of lines) {
    if (frequency !== null) sums.set(frequency, (sums.get(frequency) ?? 0n) + total);
  }
  return [...sums].map(([frequency, total]) => ({ frequency, total }));
}
