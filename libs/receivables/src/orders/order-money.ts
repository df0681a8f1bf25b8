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

/**
 * The orders that what is left of deposits of these ones was applied to: how far they are paid
 * depends on whether those deposits are. By `invoice_sales_order_index`,
 * `deposit_deduction_invoice_index` and `credit_application_note_index`.
 */
const PAID_BY_DEPOSITS = sql(`
  select distinct i.sales_order_id as id
  from receivables.invoice p
  join receivables.deposit_deduction x on x.company_id = $1 and x.invoice_id = p.id
  join receivables.credit_application a on a.company_id = $1
    and a.credit_note_id = x.credit_note_id
  join receivables.invoice i on i.company_id = $1 and i.id = a.invoice_id
  where p.company_id = $1 and p.sales_order_id = any($2::uuid[])
    and i.sales_order_id <> p.sales_order_id`);

/** What the live invoices of orders come to; of an order without any nothing is said. */
export function moneyOfOrders(tx: Tx, ids: readonly OrderId[]): Promise<OrderMoney[]> {
  return tx.rows<OrderMoney>(MONEY, [tx.ctx.companyId, ids]);
}

/** Keeps how far the orders are paid, in the transaction of the money. */
export async function settlePaidOrders(tx: Tx, ids: readonly OrderId[]): Promise<void> {
  const others = await tx.rows<{ id: OrderId }>(PAID_BY_DEPOSITS, [tx.ctx.companyId, ids]);
  const all = new Set([...ids, ...others.map(({ id }) => id)]);
  await orderedInvoices.keepPaymentStatus(tx, [...all], moneyOfOrders);
}
