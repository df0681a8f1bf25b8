import { sql, type Tx, type WriteBuffer } from '@quittance/database';
import { type OrderId, orderedInvoices } from '@quittance/sales';
import type { Invoice } from '../invoices/invoice.description.js';

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

/**
 * What live invoices of orders come to, by `invoice_sales_order_index`: what is open of them, and
 * what was paid. Credit counts where it was money: what a payment left on account.
 */
const MONEY = sql(`
  select i.sales_order_id as "orderId", bool_or(d.invoice_id is null) as any,
    sum(i.balance)::bigint as balance,
    (sum(i.paid_amount) + coalesce(sum(a.amount), 0))::bigint as settled
  from receivables.invoice i
  left join (
    select a.invoice_id, sum(a.amount) as amount
    from receivables.credit_application a
    join receivables.credit_note n on n.company_id = $1 and n.id = a.credit_note_id
    where a.company_id = $1 and n.kind = 'on_account' and a.invoice_id in (
      select o.id from receivables.invoice o
      where o.company_id = $1 and o.sales_order_id = any($2::uuid[]))
    group by a.invoice_id) a on a.invoice_id = i.id
  left join receivables.order_deposit d on d.company_id = $1 and d.invoice_id = i.id
  where i.company_id = $1 and i.sales_order_id = any($2::uuid[])
    and i.status not in ('void', 'cancelled')
  group by i.sales_order_id`);

/** What the live invoices of orders come to; of an order without any nothing is said. */
export function moneyOfOrders(tx: Tx, ids: readonly OrderId[]): Promise<OrderMoney[]> {
  return tx.rows<OrderMoney>(MONEY, [tx.ctx.companyId, ids]);
}

/** Keeps how far the orders are paid, in the transaction of the money. */
export async function settlePaidOrders(tx: Tx, ids: readonly OrderId[]): Promise<void> {
  await orderedInvoices.keepPaymentStatus(tx, [...new Set(ids)], moneyOfOrders);
}
