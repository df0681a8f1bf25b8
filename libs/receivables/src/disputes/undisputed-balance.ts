import { sql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';

/** SQL of what of an invoice's balance is in dispute, in minor units: 0 without an open dispute. */
export const disputedAmountOf = (alias: string): string => `
  (case when ${alias}.dispute is not null and ${alias}.dispute->>'closedAt' is null
    then least((${alias}.dispute->>'amount')::bigint, ${alias}.balance) else 0 end)::bigint`;

/** SQL of what of an invoice's balance may be dunned and ages on, in minor units. */
export const undisputedBalanceOf = (alias: string): string =>
  `(${alias}.balance - ${disputedAmountOf(alias)})::bigint`;

const UNDISPUTED = sql(`
  select i.id, ${undisputedBalanceOf('i')} as undisputed from receivables.invoice i
  where i.company_id = $1 and i.id = any($2::uuid[])`);

/**
 * What may be dunned of invoices, in minor units: their balance less what their customer objects
 * to. Invoices that do not exist are not in it.
 */
export async function undisputedBalances(
  tx: Tx,
  ids: readonly InvoiceId[],
): Promise<ReadonlyMap<InvoiceId, bigint>> {
  const rows = await tx.rows<{ id: InvoiceId; undisputed: bigint }>(UNDISPUTED, [
    tx.ctx.companyId,
    ids,
  ]);
  return new Map(rows.map(({ id, undisputed }) => [id, undisputed]));
}
