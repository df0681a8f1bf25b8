import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { sumOf } from '@quittance/money';
import type { BilledUsage } from '../subscriptions/usage-lines.js';
import { GIVEN_UP_INTERIMS } from './interim.sql.js';

/**
 * Usage that was billed with what invoices ahead of it asked that were given up since; no statement
 * where none was ahead of it.
 */
export async function withForgivenAhead<Usage extends BilledUsage>(
  tx: Tx,
  rows: readonly Usage[],
): Promise<readonly Usage[]> {
  const ids = [...new Set(rows.flatMap(({ ahead }) => ahead))];
  if (ids.length === 0) return rows;
  const found = await GIVEN_UP_INTERIMS.rows<{
    readonly invoiceId: InvoiceId;
    readonly amount: bigint;
  }>(tx, { ids });
  const amounts = new Map(found.map(({ invoiceId, amount }) => [invoiceId, amount]));
  return rows.map((row) => {
    return { ...row, forgivenAhead: sumOf(row.ahead.map((id) => amounts.get(id) ?? 0n)) };
  });
}
