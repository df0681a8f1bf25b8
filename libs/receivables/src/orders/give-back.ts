import type { Tx } from '@quittance/database';
import {
  decimal,
  divideRounded,
  isZeroDecimal,
  minOf,
  roundToScale,
  sumOf,
} from '@quittance/money';
import { orderedInvoices } from '@quittance/sales';
import type { CreditNote, CreditNoteLine } from '../credit-notes/credit-note.repository.js';
import type { Invoice } from '../invoices/invoice.repository.js';
import { markOrderMoney } from './order-money.js';
import { undoDeductions } from './undo-deductions.js';
import { orderedLinesOf, takeOffOrder, type OrderedLine } from './ordered-line.repository.js';

const millionths = (text: string): bigint => roundToScale(decimal(text), 6);

/**
 * All that an invoice was of its order comes back to it, and to the deposits that were given up for
 * it: it was voided or cancelled.
 */
export async function giveBackInvoice(tx: Tx, invoice: Invoice): Promise<void> {
  if (invoice.salesOrderId === null) return;
  await undoDeductions(tx, invoice);
  await giveBack(tx, invoice, await orderedLinesOf(tx, invoice.id), invoice.number);
}

/** What an issued note credits of an order comes back to it, where it says so. */
export async function giveBackCredited(
  tx: Tx,
  invoice: Invoice,
  note: CreditNote,
  lines: readonly CreditNoteLine[],
): Promise<void> {
  if (!note.reopenOrder || invoice.salesOrderId === null) return;
  const left = await orderedLinesOf(tx, invoice.id);
  const parts = left.flatMap((part): OrderedLine[] => {
    const its = lines.filter(({ invoiceLineId }) => invoiceLineId === part.lineId);
    return its.length > 0 ? [creditedPart(part, its, invoice)] : [];
  });
  await giveBack(tx, invoice, parts, note.number);
}

async function giveBack(
  tx: Tx,
  invoice: Invoice,
  parts: readonly OrderedLine[],
  document: string,
): Promise<void> {
  // An allowance or a charge of the whole order has an amount alone.
  const some = parts.filter(({ quantity, share, net, tax }) => {
    return net !== 0n || tax !== 0n || millionths(quantity) + millionths(share) > 0n;
  });
  if (some.length === 0) return;
  tx.later(takeOffOrder(tx, invoice.id, some));
  // What is no longer invoiced is not paid either, also where no money of the invoice moves.
  markOrderMoney(tx, invoice);
  const back = some.map(({ orderId, orderLineId, quantity, share, net, tax }) => {
    const [units, shared] = [millionths(quantity), millionths(share)];
    return { orderId, lineId: orderLineId, units, share: shared, net, tax };
  });
  await orderedInvoices.giveBack(tx, back, document);
}

/**
 * Of a part what notes credit: as many pieces as they say, where those are credited at what they
 * are of it; else, and where a share was invoiced, no more than their net is of it, or their gross
 * where prices include tax. Pure.
 */
export function creditedPart(
  part: OrderedLine,
  lines: readonly Pick<CreditNoteLine, 'quantity' | 'net' | 'tax'>[],
  terms: Pick<Invoice, 'pricesIncludeTax'>,
): OrderedLine {
  const { whole, credited, net, tax } = creditedAmounts(part, lines, terms);
  if (isZeroDecimal(part.quantity) && isZeroDecimal(part.share)) return { ...part, net, tax };
  const [units, share] = [millionths(part.quantity), millionths(part.share)];
  const pieces = minOf(units, sumOf(lines.map(({ quantity }) => millionths(quantity))));
  const worth = units === 0n ? 0n : divideRounded(whole * pieces, units);
  // A minor unit is what rounding takes of a part.
  const byPiece = credited + 1n >= worth ? pieces : minOf(pieces, (units * credited) / whole);
  const ofShare = whole === 0n ? share : divideRounded(share * credited, whole);
  return {
    ...part,
    quantity: orderedInvoices.quantityText(byPiece),
    share: orderedInvoices.quantityText(ofShare),
    net,
    tax,
  };
}

/**
 * What of the amounts of a part notes credit, never more than it has, and below 0 where it was
 * taken off. Prices that include tax are given back by their gross, in which both documents agree;
 * the tax is that of the order, not of the invoice's own day.
 */
function creditedAmounts(
  part: OrderedLine,
  lines: readonly Pick<CreditNoteLine, 'net' | 'tax'>[],
  { pricesIncludeTax }: Pick<Invoice, 'pricesIncludeTax'>,
) {
  const size = ({ net, tax }: Pick<OrderedLine, 'net' | 'tax'>) =>
    pricesIncludeTax ? net + tax : net;
  const whole = size(part);
  const sign = whole < 0n ? -1n : 1n;
  const sum = sign * sumOf(lines.map(size));
  const credited = sign * minOf(sign * whole, sum < 0n ? 0n : sum);
  const of = (amount: bigint) => (whole === 0n ? amount : divideRounded(amount * credited, whole));
  const net = pricesIncludeTax ? of(part.net) : credited;
  return { whole, credited, net, tax: pricesIncludeTax ? credited - net : of(part.tax) };
}
