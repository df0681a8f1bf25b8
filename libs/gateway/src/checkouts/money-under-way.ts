import { sql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';

/** An attempt whose payer has acted, at a link that is replaced by now or not. */
export const isUnderWaySql = (alias: string) =>
  `(${alias}.status = 'processing'
    or (${alias}.status = 'closing' and ${alias}.money_under_way_at is not null))`;

/**
 * What payers have set going at providers, of attempts over one invoice by
 * `checkout_invoice_index`, and over several by `checkout_invoice_collected_index`.
 */
const UNDER_WAY = sql(`
  select u.id, sum(u.amount)::bigint as amount from (
    select c.invoice_id as id, c.balance as amount from gateway.checkout c
    where c.company_id = $1 and c.invoice_id = any($2::uuid[]) and ${isUnderWaySql('c')}
      and c.invoice_count = 1
    union all
    select p.invoice_id, p.amount from gateway.checkout_invoice p
    join gateway.checkout d on d.company_id = $1 and d.id = p.checkout_id
      and ${isUnderWaySql('d')}
    where p.company_id = $1 and p.invoice_id = any($2::uuid[])) u
  group by u.id`);

/**
 * What of these invoices was paid by a method that takes days and has not come yet, in minor units;
 * those of which nothing was are not among the answers.
 */
export async function moneyUnderWay(
  tx: Tx,
  ids: readonly InvoiceId[],
): Promise<ReadonlyMap<InvoiceId, bigint>> {
  const params = [tx.ctx.companyId, ids];
  const rows = await tx.rows<{ id: InvoiceId; amount: bigint }>(UNDER_WAY, params);
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}
