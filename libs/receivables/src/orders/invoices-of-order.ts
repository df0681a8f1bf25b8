import { companyToday, readCompanyTerms } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import type { Order, OrderId, OrderInvoicing } from '@quittance/sales';
import { HeldQuotes, type TaxQuotes } from '@quittance/tax';
import { deductDeposits } from './deduct-deposits.js';
import { lockDeposits } from './order-deposit.repository.js';
import { moneyOfOrders } from './order-money.js';

/** Numbers of live invoices of orders, by `invoice_sales_order_index`. */
const NUMBERS = sql(`
  select i.sales_order_id as "orderId", i.number from receivables.invoice i
  where i.company_id = $1 and i.sales_order_id = any($2::uuid[])
    and i.status not in ('void', 'cancelled')
  order by i.number limit 1000`);

/** What orders are told of their invoices. */
export function invoicesOfOrders(taxes: TaxQuotes): OrderInvoicing {
  return {
    async invoicesOf(tx, id) {
      const [money = { any: false, balance: 0n, settled: 0n }] = await moneyOfOrders(tx, [id]);
      const { any, balance, settled } = money;
      return { any, balance, settled };
    },

    numbersOf(tx, ids) {
      const params = [tx.ctx.companyId, ids];
      return tx.rows<{ orderId: OrderId; number: string }>(NUMBERS, params);
    },

    async orderCancelled(tx, order) {
      await leaveOnAccount(tx, taxes, order);
    },
  };
}

/** What was paid ahead of an order that is not carried out stays the customer's, as credit. */
async function leaveOnAccount(tx: Tx, taxes: TaxQuotes, order: Order): Promise<void> {
  const deposits = await lockDeposits(tx, order.id);
  if (deposits.length === 0) return;
  const [company, basis] = await Promise.all([
    readCompanyTerms(tx),
    taxes.load(tx, new HeldQuotes()),
  ]);
  const from = { order, invoice: null, deduction: 'first', last: true } as const;
  await deductDeposits(tx, deposits, from, {
    company,
    basis,
    today: companyToday(company, tx.ctx.now),
  });
}
