import { sql, type Tx, type WriteBuffer } from '@quittance/database';
import { type OrderId, orderedInvoices } from '@quittance/sales';
import type { Invoice } from '../invoices/invoice.description.js';
import { moneyOfOrdersSql } from './order-money.sql.js';

/** Orders of whose invoices a transaction has changed what is paid or open. */
export const paidOrders: WriteBuffer<OrderId> = { name: 'receivables.paid-orders' };

/** Whoever changes the money of an invoice, or the order it is of, says so. */
export function markOrderMoney(tx: Tx, ...invoices: Pick<Invoice, 'salesOrderId'>[]): void {
  for (const { salesOrderId } of invoices) if (salesOrderId) tx.later(paidOrders, salesOrderId);
}

/** What the live invoices of an order come to, in minor units of its currency. */
interface OrderMoney {
  readonly orderId: OrderId;
  /** Whether there is one that is no deposit. */
  readonly any: boolean;
  readonly balance: bigint;
  readonly settled: bigint;
}

/** By `invoice_sales_order_index`. */
const MONEY = sql(moneyOfOrdersSql('$1', '= any($2::uuid[])'));

/** By `ordered_line_order_index`, and of invoices and their lines by primary key. */
const TAXES = sql(`
  select l.order_id as "orderId", l.order_line_id as "lineId", v.tax_rate as rate,
    sum(v.tax - l.tax)::bigint as difference
  from receivables.ordered_line l
  join receivables.invoice i on i.company_id = $1 and i.id = l.invoice_id
    and i.status not in ('void', 'cancelled')
  join receivables.invoice_line v on v.company_id = $1 and v.invoice_id = l.invoice_id
    and v.id = l.line_id
  where l.company_id = $1 and l.order_id = any($2::uuid[])
  group by l.order_id, l.order_line_id, v.tax_rate
  order by l.order_id, l.order_line_id, v.tax_rate`);

type InvoicedTax = Awaited<
  ReturnType<Parameters<typeof orderedInvoices.keepPaymentStatus>[2]>
>[number]['taxes'][number] & { readonly orderId: OrderId };

/**
 * The orders that what is left of deposits of these ones was applied to, as how far they are paid
 * depends on whether those deposits are; and the orders of deposits of which something was applied
 * to these ones: whoever moves the money of a deposit holds its order. By
 * `invoice_sales_order_index`, `deposit_deduction_invoice_index`, the indexes of applications, and
 * primary keys.
 */
const BY_DEPOSITS = sql(`
  select i.sales_order_id as id, false as asks
  from receivables.invoice p
  join receivables.deposit_deduction x on x.company_id = $1 and x.invoice_id = p.id
  join receivables.credit_application a on a.company_id = $1
    and a.credit_note_id = x.credit_note_id
  join receivables.invoice i on i.company_id = $1 and i.id = a.invoice_id
  where p.company_id = $1 and p.sales_order_id = any($2::uuid[])
    and i.sales_order_id <> p.sales_order_id
  union
  select p.sales_order_id, true
  from receivables.invoice i
  join receivables.credit_application a on a.company_id = $1 and a.invoice_id = i.id
  join receivables.deposit_deduction x on x.company_id = $1
    and x.credit_note_id = a.credit_note_id
  join receivables.invoice p on p.company_id = $1 and p.id = x.invoice_id
  where i.company_id = $1 and i.sales_order_id = any($2::uuid[])
    and p.sales_order_id <> i.sales_order_id`);

/** An order that is paid by deposits of others, or whose deposits pay others (`asks`). */
interface ByDeposits {
  readonly id: OrderId;
  readonly asks: boolean;
}

const byDeposits = (tx: Tx, ids: readonly OrderId[]): Promise<ByDeposits[]> =>
  tx.rows<ByDeposits>(BY_DEPOSITS, [tx.ctx.companyId, ids]);

/** As PostgreSQL says that a lock is not available: the whole unit runs again. */
class AppliedMeanwhile extends Error {
  readonly code = '55P03';
}

/** What the live invoices of orders come to; of an order without any nothing is said. */
export function moneyOfOrders(tx: Tx, ids: readonly OrderId[]): Promise<OrderMoney[]> {
  return tx.rows<OrderMoney>(MONEY, [tx.ctx.companyId, ids]);
}

/**
 * Keeps how far the orders are paid, in the transaction of the money. Of a deposit whose money
 * moves and a note of it that is applied to another order both hold its order: whichever comes
 * second sees the first. What was applied before that lock was there is seen behind it, and its
 * order locked by another run of the unit, as locks of orders have an order of their own.
 */
export async function settlePaidOrders(tx: Tx, ids: readonly OrderId[]): Promise<void> {
  const own = new Set(ids);
  const found = new Set((await byDeposits(tx, ids)).map(({ id }) => id));
  const others = [...found].filter((id) => !own.has(id));
  const all = new Set([...own, ...others]);
  await orderedInvoices.keepPaymentStatus(tx, { own: [...own], others }, async (behind, locked) => {
    const now = await byDeposits(behind, ids);
    if (now.some(({ id, asks }) => !asks && !all.has(id))) {
      throw new AppliedMeanwhile('A deposit was applied to another order meanwhile');
    }
    const [money, taxes] = await Promise.all([
      moneyOfOrders(behind, locked),
      behind.rows<InvoicedTax>(TAXES, [behind.ctx.companyId, locked]),
    ]);
    return money.map((each) => ({
      ...each,
      taxes: taxes.filter(({ orderId }) => orderId === each.orderId),
    }));
  });
}
