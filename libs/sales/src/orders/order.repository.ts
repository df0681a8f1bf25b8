import { arrays, namedSql, sentAnswers, sql, type LockedTx, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import { rowScope } from '@quittance/objects';
import type { QuoteId } from '../quotes/quote.description.js';
import { orderLineNoun, type OrderLine } from './lines/order-line.description.js';
import { orderNoun, type Order, type OrderId } from './order.description.js';

/** The columns and set inserts of orders and their lines. */
export const orders = orderNoun.rows;
export const orderLines = orderLineNoun.rows;

/** Row of the role matrix. */
export const ORDERS = 'sales-orders';

/** By primary key. */
const FIND = `
  select ${orders.select('o')} from sales.sales_order o where o.company_id = $1 and o.id = $2`;
const FIND_ORDER = sql(FIND);
/** `no key update`: rows that only refer to the order are not made to wait. */
const LOCK_ORDER = sql(`${FIND} for no key update`);

/** By `sales_order_number_key`. */
const BY_NUMBER = sql(`
  select ${orders.select('o')} from sales.sales_order o where o.company_id = $1 and o.number = $2`);

/** By `sales_order_quote_key`. */
const OF_QUOTE = sql(`
  select ${orders.select('o')} from sales.sales_order o
  where o.company_id = $1 and o.quote_id = $2`);

/** Lines of one order in its order, by primary key prefix. */
const LINES = sql(`
  select ${orderLines.select('l')} from sales.sales_order_line l
  where l.company_id = $1 and l.order_id = $2 order by l.position`);

/** Lines of many in the order of each, by primary key prefix. */
const LINES_OF_MANY = sql(`
  select ${orderLines.select('l')} from sales.sales_order_line l
  where l.company_id = $1 and l.order_id = any($2::uuid[]) order by l.order_id, l.position`);

const DELETE_LINES = sql(
  `delete from sales.sales_order_line where company_id = $1 and order_id = $2`,
);

/** Whether the actor may see an order: its own owner decides. */
const SEEN = `select from sales.sales_order o where o.company_id = $1 and o.id = $2`;

/** An order, not locked, whoever may see it. */
export function findOrder(tx: Tx, id: OrderId): Promise<Order | undefined> {
  return tx.maybe<Order>(FIND_ORDER, [tx.ctx.companyId, id]);
}

/** The order that a quote became, whoever may see it. */
export function orderOfQuote(tx: Tx, id: QuoteId): Promise<Order | undefined> {
  return tx.maybe<Order>(OF_QUOTE, [tx.ctx.companyId, id]);
}

/** As far as the actor may see it. @throws DomainError not_found */
export async function requireOrder(tx: Tx, id: OrderId): Promise<Order> {
  const [order] = await Promise.all([findOrder(tx, id), requireSeen(tx, id)]);
  if (!order) throw notFound({ object: 'sales order' });
  return order;
}

/** As far as the actor may see it. @throws DomainError not_found */
export async function orderByNumber(tx: Tx, number: string): Promise<Order> {
  const order = await tx.maybe<Order>(BY_NUMBER, [tx.ctx.companyId, number]);
  if (!order) throw notFound({ object: 'sales order' });
  await requireSeen(tx, order.id);
  return order;
}

/** @throws DomainError not_found */
async function requireSeen(tx: Tx, id: OrderId): Promise<void> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const scope = rowScope.owned(tx.ctx, ORDERS, 'o', (value) => `$${params.push(value)}`);
  if (scope === null) return;
  if (!(await tx.maybe(`${SEEN} and ${scope}`, params))) throw notFound({ object: 'sales order' });
}

const holding = new WeakSet<Tx>();

/** Whether the transaction holds an order by now. */
export const holdsOrder = (tx: Tx): boolean => holding.has(tx);

/** To be said by whoever locks orders whose money moves. */
export function noteHeld(tx: Tx): void {
  holding.add(tx);
}

/** Locked, whoever may see it. @throws DomainError not_found */
export async function lockAnyOrder(tx: Tx, id: OrderId): Promise<Order> {
  noteHeld(tx);
  const order = await tx.maybe<Order>(LOCK_ORDER, [tx.ctx.companyId, id]);
  if (!order) throw notFound({ object: 'sales order' });
  return order;
}

/** Locked, as far as the actor may see it. @throws DomainError not_found */
export async function lockOrder(tx: Tx, id: OrderId): Promise<Order> {
  const order = await lockAnyOrder(tx, id);
  await requireSeen(tx, id);
  return order;
}

const AMONG = `
  select ${orders.select('o')} from sales.sales_order o
  where o.company_id = $1 and o.id = any($2::uuid[])`;

/** Those that there are and the actor may see, in the order of their ids; by primary key. */
export function lockSeenOrders(tx: Tx, ids: readonly OrderId[]): Promise<Order[]> {
  const params: unknown[] = [tx.ctx.companyId, arrays.uuid(ids, (id) => id)];
  const scope = rowScope.owned(tx.ctx, ORDERS, 'o', (value) => `$${params.push(value)}`);
  const seen = scope === null ? '' : `and ${scope}`;
  return tx.rows<Order>(`${AMONG} ${seen} order by o.id for no key update of o`, params);
}

export function linesOfOrder(tx: Tx | LockedTx, id: OrderId): Promise<OrderLine[]> {
  return tx.rows<OrderLine>(LINES, [tx.ctx.companyId, id]);
}

/** Stores a locked order as it is now. The statement is sent before this returns. */
export const storeOrder = orderNoun.store;

/** Puts these lines in place of all the order has. Sent before this returns. */
export async function replaceOrderLines(
  tx: Tx,
  id: OrderId,
  lines: readonly OrderLine[],
): Promise<void> {
  await sentAnswers.together([
    tx.run(DELETE_LINES, [tx.ctx.companyId, id]),
    orderLines.insert(tx, lines),
  ]);
}

/** What operations change of lines that are there; by prefix of the primary key. */
const MOVE_LINES = namedSql(
  `update sales.sales_order_line l set ordered = m.ordered, cancelled = m.cancelled,
     shipped = m.shipped, returned = m.returned, invoiced = m.invoiced,
     invoiced_percent = m.invoiced_percent, invoiced_net = m.invoiced_net,
     invoiced_tax = m.invoiced_tax, invoicing = m.invoicing, stages = m.stages::jsonb,
     unit_price = m.unit_price,
     list_price = m.list_price, price_source = m.price_source,
     discount_percent = m.discount_percent, discount_amount = m.discount_given,
     discount = m.discount_amount, share = m.share, net = m.net, tax_rate = m.tax_rate,
     taxes = m.taxes::jsonb, tax_fallback = m.tax_fallback,
     tax_fallback_reason = m.tax_fallback_reason, tax_category = m.tax_category,
     tax_reason = m.tax_reason, default_tax_code = m.default_tax_code,
     tax_warnings = m.tax_warnings::jsonb, tax = m.tax, total = m.total
   from :rows as m where l.company_id = :companyId and l.order_id = :orderId and l.id = m.id`,
  {
    values: { orderId: 'uuid' },
    rows: {
      id: 'uuid',
      ordered: 'numeric',
      cancelled: 'numeric',
      shipped: 'numeric',
      returned: 'numeric',
      invoiced: 'numeric',
      invoicedPercent: 'numeric',
      invoicedNet: 'bigint',
      invoicedTax: 'bigint',
      invoicing: 'text',
      stages: 'text',
      unitPrice: 'numeric',
      listPrice: 'numeric',
      priceSource: 'text',
      discountPercent: 'numeric',
      discountGiven: 'bigint',
      discountAmount: 'bigint',
      share: 'bigint',
      net: 'bigint',
      taxRate: 'numeric',
      taxes: 'text',
      taxFallback: 'boolean',
      taxFallbackReason: 'text',
      taxCategory: 'text',
      taxReason: 'text',
      defaultTaxCode: 'text',
      taxWarnings: 'text',
      tax: 'bigint',
      total: 'bigint',
    },
  },
);

/** Writes quantities, prices and amounts of lines of a locked order. Sent before this returns. */
export async function storeOrderLines(
  tx: Tx,
  orderId: OrderId,
  lines: readonly OrderLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ stages, taxes, taxWarnings, ...line }) => ({
    ...line,
    stages: JSON.stringify(stages),
    taxes: JSON.stringify(taxes),
    taxWarnings: JSON.stringify(taxWarnings),
  }));
  await MOVE_LINES.run(tx, { orderId, ...MOVE_LINES.columns(rows) });
}

/** Lines of all of them, in the order of each. */
export function linesOfOrders(tx: Tx, ids: readonly OrderId[]): Promise<OrderLine[]> {
  return tx.rows<OrderLine>(LINES_OF_MANY, [tx.ctx.companyId, arrays.uuid(ids, (id) => id)]);
}
