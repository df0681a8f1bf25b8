import type { CurrencySum, ExposurePart, ExposureSource } from '@quittance/credit';
import { sql, type Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { OrderPorts } from '../order-ports.js';
import type { OrderId } from '../order.description.js';
import { OPEN_STATUSES } from '../order.js';
import { billedTwice, type RecurringOrder } from './billed-twice.js';

const OPEN = `o.status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** What open orders are worth, but for one; by sales_order_exposure_index alone. */
const SUMS = sql(`
  select o.account_id as "accountId", o.currency, sum(o.value)::bigint as amount
  from sales.sales_order o
  where o.company_id = $1 and o.account_id = any($2::uuid[]) and ${OPEN}
    and ($3::uuid is null or o.id <> $3::uuid)
  group by o.account_id, o.currency`);

/** Of that what was not invoiced with the orders; by the same index. */
const NET = sql(`
  select o.account_id as "accountId", o.currency,
    sum(greatest(o.value - o.invoiced_total, 0))::bigint as amount
  from sales.sales_order o
  where o.company_id = $1 and o.account_id = any($2::uuid[]) and ${OPEN}
  group by o.account_id, o.currency`);

/** What of a line that recurs is agreed, with tax: rounded as the worth of its order is. */
const AGREED = (amount: string) => `case when l.ordered = 0 then ${amount}
    else round(${amount} * (l.ordered - l.cancelled) / l.ordered) end`;
const RECURRING_GROSS = `case when o.prices_include_tax then ${AGREED('(l.net + l.tax)')}
    else ${AGREED('l.net')} + ${AGREED('l.tax')} end`;

/**
 * Open orders that something recurs of: what is not invoiced with them, and what recurs. By
 * sales_order_exposure_index, and the lines of those alone that have a subscription.
 */
const RECURRING = sql(`
  select o.id, o.account_id as "accountId", o.currency,
    greatest(o.value - o.invoiced_total, 0)::bigint as left,
    sum(${RECURRING_GROSS})::bigint as recurring
  from sales.sales_order o
  join sales.sales_order_line l on l.company_id = $1 and l.order_id = o.id
    and l.kind = 'recurring'
  where o.company_id = $1 and o.account_id = any($2::uuid[]) and ${OPEN}
    and exists (select from sales.subscription s
      where s.company_id = $1 and s.sales_order_id = o.id)
  group by o.company_id, o.id`);

/** The largest open orders of an account, with what recurs of them; by the same index. */
const PARTS = sql(`
  select o.id, o.number, o.status, o.currency, o.value as amount,
    greatest(o.value - o.invoiced_total, 0) as left,
    (select coalesce(sum(${RECURRING_GROSS}), 0)::bigint from sales.sales_order_line l
      where l.company_id = $1 and l.order_id = o.id and l.kind = 'recurring') as recurring
  from sales.sales_order o
  where o.company_id = $1 and o.account_id = $2 and ${OPEN}
  order by o.value desc, o.id limit $3`);

/** Open orders, as credit counts them: in full, also what of them was invoiced. */
export function orderExposure(ports: OrderPorts): ExposureSource {
  return {
    kind: 'orders',

    sums(tx, { accountIds, except }) {
      const id = except?.type === 'sales-order' ? except.id : null;
      return tx.rows<CurrencySum>(SUMS, [tx.ctx.companyId, accountIds, id]);
    },

    async netSums(tx, accountIds) {
      const [sums, billed] = await Promise.all([
        tx.rows<CurrencySum>(NET, [tx.ctx.companyId, accountIds]),
        billedSums(tx, ports, accountIds),
      ]);
      return [...sums, ...billed];
    },

    async parts(tx, accountId, most) {
      type Row = Omit<ExposurePart, 'net' | 'alsoCountedThrough'> & RecurringOrder;
      const rows = await tx.rows<Row>(PARTS, [tx.ctx.companyId, accountId, most]);
      const ids = rows.map(({ id }) => id as OrderId);
      const [numbers, billed] = await Promise.all([
        ports.numbersOf(tx, ids),
        ports.recurringBilled(tx, ids),
      ]);
      return rows.map(({ left, recurring, ...row }) => {
        const id = row.id as OrderId;
        const net = left - billedTwice({ left, recurring }, billed.get(id) ?? 0n);
        return { ...row, net, alsoCountedThrough: numbers.get(id) ?? [] };
      });
    },
  };
}

/** What subscriptions have billed of open orders, to be taken off their net figure. */
async function billedSums(
  tx: Tx,
  ports: OrderPorts,
  accountIds: readonly AccountId[],
): Promise<CurrencySum[]> {
  type Row = RecurringOrder & { id: OrderId; accountId: AccountId; currency: Currency };
  const orders = await tx.rows<Row>(RECURRING, [tx.ctx.companyId, accountIds]);
  const billed = await ports.recurringBilled(
    tx,
    orders.map(({ id }) => id),
  );
  return orders.flatMap(({ id, accountId, currency, ...order }) => {
    const twice = billedTwice(order, billed.get(id) ?? 0n);
    return twice === 0n ? [] : [{ accountId, currency, amount: -twice }];
  });
}
