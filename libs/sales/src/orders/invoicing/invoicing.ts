import { sql, type Tx } from '@quittance/database';
import { changeOrder, lockOrderToChange, type LockedOrder } from '../change-order.js';
import { withChanged } from '../fulfilment/asked-quantities.js';
import { holdsOrder, noteHeld, orderLines, orders, storeOrderLines } from '../order.repository.js';
import type { OrderLine, OrderLineId } from '../lines/order-line.description.js';
import { linesTold } from '../lines/quantities.js';
import {
  orderStatusGivenBack,
  refuseOrderUnlessMay,
  type LinesTold,
  type OrderOperation,
} from '../order.js';
import type { Order, OrderId } from '../order.description.js';
import { sumOf, trimDecimal } from '@quittance/money';
import { orderPaymentStatus, type OrderMoney } from '../payment-status.js';
import {
  invoicedTotalOf,
  withGivenBack,
  withInvoiced,
  type GivenBack,
  type InvoicedPart,
} from './invoiced-parts.js';

/**
 * Locks an order that is to be invoiced, as far as the actor may see it.
 * @throws DomainError not_found, order_not_confirmed, order_not_pending
 */
export async function lockOrderToInvoice(
  tx: Tx,
  id: OrderId,
  operation: Extract<OrderOperation, 'invoice' | 'deposit'>,
): Promise<LockedOrder> {
  const locked = await lockOrderToChange(tx, id);
  refuseOrderUnlessMay(locked.order.status, operation, linesTold(locked.lines));
  return locked;
}

/**
 * Keeps what of a locked order was invoiced, and tells what its lines are then. Statements are sent
 * before this returns.
 */
export function storeInvoicedParts(
  tx: Tx,
  { order, lines }: LockedOrder,
  parts: readonly InvoicedPart[],
  invoice: string,
): LinesTold {
  const changed = parts.map(withInvoiced);
  const after = withChanged(lines, changed);
  tx.later(storeOrderLines(tx, order.id, changed));
  const more = { invoice };
  changeOrder(
    tx,
    { order, lines: after },
    { invoicedTotal: invoicedTotalOf(after) },
    { event: 'record.updated', action: 'order.invoiced', more },
  );
  return linesTold(after);
}

/** A part of a line that comes back to its order. */
export interface GivenBackPart extends GivenBack {
  readonly orderId: OrderId;
  readonly lineId: OrderLineId;
}

/**
 * Gives invoiced parts back to their orders, which can then be invoiced again: a closed one is
 * delivered and no more. Locks the orders,
 * also behind invoices: whoever holds an order never waits for an invoice.
 */
export async function giveBackInvoiced(
  tx: Tx,
  parts: readonly GivenBackPart[],
  document: string,
): Promise<void> {
  if (parts.length === 0) return;
  const ids = [...new Set(parts.map(({ orderId }) => orderId))];
  for (const { order, lines } of await lockOrders(tx, ids)) {
    const changed = new Map<string, OrderLine>();
    for (const part of parts) {
      const line = changed.get(part.lineId) ?? lines.find(({ id }) => id === part.lineId);
      if (part.orderId === order.id && line) changed.set(line.id, withGivenBack(line, part));
    }
    const stored = [...changed.values()];
    const after = withChanged(lines, stored);
    tx.later(storeOrderLines(tx, order.id, stored));
    const status = orderStatusGivenBack(order.status, linesTold(after));
    changeOrder(
      tx,
      { order, lines: after },
      { invoicedTotal: invoicedTotalOf(after), ...(status !== order.status && reopened(order)) },
      { event: 'record.updated', action: 'order.uninvoiced', more: { document } },
    );
  }
}

function reopened({ deliveredAt, closedAt }: Order): Partial<Order> {
  const status = 'delivered';
  return { status, closedAt: null, reason: null, deliveredAt: deliveredAt ?? closedAt };
}

/** What the live invoices of an order come to. */
export interface MoneyOfOrder extends Omit<OrderMoney, 'invoiced'> {
  readonly orderId: OrderId;
  readonly taxes: readonly InvoicedTax[];
}

/** At which rate a line of an order was invoiced, and what that asks beside what was agreed. */
export interface InvoicedTax {
  readonly lineId: OrderLine['id'];
  /** Per cent, as a decimal. */
  readonly rate: string;
  /** Minor units; below 0 where less is asked. */
  readonly difference: bigint;
}

/**
 * What invoices ask in tax beside what was agreed, of lines that were invoiced at another rate:
 * what others differ by is the rounding of each document. Pure.
 */
export function taxDifferenceOf(
  lines: readonly Pick<OrderLine, 'id' | 'taxRate'>[],
  taxes: readonly InvoicedTax[],
): bigint {
  const rates = new Map(lines.map(({ id, taxRate }) => [id, trimDecimal(taxRate)]));
  const others = taxes.filter(({ lineId, rate }) => rates.get(lineId) !== trimDecimal(rate));
  return sumOf(others.map(({ difference }) => difference));
}

/** Orders of which how far they are paid is to be kept. */
export interface PaidOrders {
  /** Those of the invoices whose money moved; the transaction may hold them, and no others. */
  readonly own: readonly OrderId[];
  /** Those that are paid by deposits of these, or pay them. */
  readonly others: readonly OrderId[];
}

/**
 * Keeps how far orders are paid, behind everything else of a transaction that moved money: last of
 * all locks, so that whoever waits for one holds nothing that its holder asks for. Where an order
 * is held already, none that comes before it is waited for: its holder may wait for that one.
 */
export async function keepPaymentStatus(
  tx: Tx,
  { own, others }: PaidOrders,
  moneyOf: (tx: Tx, ids: readonly OrderId[]) => Promise<readonly MoneyOfOrder[]>,
): Promise<void> {
  const last = holdsOrder(tx)
    ? own.reduce((greatest, id) => (id > greatest ? id : greatest), '')
    : '';
  const before = others.filter((id) => id < last);
  const inTurn = [...own, ...others.filter((id) => id > last)];
  const locked = await lockOrders(tx, inTurn);
  if (before.length > 0) locked.push(...(await lockOrders(tx, before, LOCK_ORDERS_AT_ONCE)));
  if (locked.length === 0) return;
  const money = await moneyOf(
    tx,
    locked.map(({ order }) => order.id),
  );
  for (const { order, lines } of locked) {
    const its = money.find(({ orderId }) => orderId === order.id);
    const { invoiced } = linesTold(lines);
    const paymentStatus = orderPaymentStatus(order.value, {
      invoiced,
      any: its?.any ?? false,
      balance: its?.balance ?? 0n,
      settled: its?.settled ?? 0n,
    });
    const taxDifference = taxDifferenceOf(lines, its?.taxes ?? []);
    if (paymentStatus !== order.paymentStatus) {
      const kind = 'order.payment_status_changed';
      const change = { paymentStatus, taxDifference };
      changeOrder(tx, { order, lines }, change, { event: kind, action: kind });
    } else if (taxDifference !== order.taxDifference) {
      const told = { event: 'record.updated', action: 'order.tax_differs' } as const;
      changeOrder(tx, { order, lines }, { taxDifference }, told);
    }
  }
}

/** By primary key, in the order of their ids. */
const LOCK_ORDERS = sql(`
  select ${orders.select('o')} from sales.sales_order o
  where o.company_id = $1 and o.id = any($2::uuid[]) order by o.id for no key update`);

/** The same for whoever runs again where one of them is held. */
const LOCK_ORDERS_AT_ONCE = sql(`
  select ${orders.select('o')} from sales.sales_order o
  where o.company_id = $1 and o.id = any($2::uuid[]) order by o.id for no key update nowait`);

/** By prefix of the primary key. */
const LINES_OF_ORDERS = sql(`
  select ${orderLines.select('l')} from sales.sales_order_line l
  where l.company_id = $1 and l.order_id = any($2::uuid[]) order by l.order_id, l.position`);

type OrderWithLines = Pick<LockedOrder, 'order' | 'lines'>;

/** Locks the orders that there are, whoever may see them, and reads their lines behind that. */
async function lockOrders(
  tx: Tx,
  ids: readonly OrderId[],
  lock = LOCK_ORDERS,
): Promise<OrderWithLines[]> {
  noteHeld(tx);
  const params = [tx.ctx.companyId, ids];
  const [locked, lines] = await tx.locked(
    () => tx.rows<Order>(lock, params),
    (behind) => behind.rows<OrderLine>(LINES_OF_ORDERS, params),
  );
  const of = new Map<string, OrderLine[]>(locked.map(({ id }) => [id, []]));
  for (const line of lines) of.get(line.orderId)?.push(line);
  return locked.map((order) => ({ order, lines: of.get(order.id) ?? [] }));
}
