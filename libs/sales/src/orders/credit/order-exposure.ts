import type { CurrencySum, ExposurePart, ExposureSource } from '@quittance/credit';
import { sql } from '@quittance/database';
import type { OrderPorts } from '../order-ports.js';
import type { OrderId } from '../order.description.js';
import { OPEN_STATUSES } from '../order.js';

const OPEN = `o.status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** What open orders are worth, but for one; by sales_order_exposure_index alone. */
const SUMS = sql(`
  select o.account_id as "accountId", o.currency, sum(o.value)::bigint as amount
  from sales.sales_order o
  where o.company_id = $1 and o.account_id = any($2::uuid[]) and ${OPEN}
    and ($3::uuid is null or o.id <> $3::uuid)
  group by o.account_id, o.currency`);

/** Of that what is not invoiced yet; by the same index. */
const NET = sql(`
  select o.account_id as "accountId", o.currency,
    sum(greatest(o.value - o.invoiced_total, 0))::bigint as amount
  from sales.sales_order o
  where o.company_id = $1 and o.account_id = any($2::uuid[]) and ${OPEN}
  group by o.account_id, o.currency`);

/** The largest open orders of an account; by the same index. */
const PARTS = sql(`
  select o.id, o.number, o.status, o.currency, o.value as amount,
    greatest(o.value - o.invoiced_total, 0) as net
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

    netSums(tx, accountIds) {
      return tx.rows<CurrencySum>(NET, [tx.ctx.companyId, accountIds]);
    },

    async parts(tx, accountId, most) {
      const params = [tx.ctx.companyId, accountId, most];
      const rows = await tx.rows<Omit<ExposurePart, 'alsoCountedThrough'>>(PARTS, params);
      const numbers = await ports.numbersOf(
        tx,
        rows.map(({ id }) => id as OrderId),
      );
      return rows.map((row) => {
        return { ...row, alsoCountedThrough: numbers.get(row.id as OrderId) ?? [] };
      });
    },
  };
}
