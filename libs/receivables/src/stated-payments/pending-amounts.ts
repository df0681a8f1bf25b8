import { sql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { formatMinor, type Currency } from '@quittance/money';
import { pendingOf } from './stated-allocation.repository.js';

/** By the indexes of the invoices. */
const PENDING = sql(`
  select i.id, ${pendingOf('i.id')} as pending from receivables.invoice i
  where i.company_id = $1 and i.id = any($2::uuid[])`);

/** An invoice as it is shown; its currency is absent where nobody may see what is owed. */
interface ShownInvoice {
  readonly id: InvoiceId;
  readonly currency: Currency;
}

/** Invoices with what is said to be paid of each and nobody has seen yet, in major units. */
export async function withPending<T extends ShownInvoice>(
  tx: Tx,
  invoices: readonly T[],
): Promise<(T & { readonly pendingAmount: string })[]> {
  const ids = invoices.map(({ id }) => id);
  const rows = await tx.rows<{ id: InvoiceId; pending: bigint }>(PENDING, [tx.ctx.companyId, ids]);
  const pending = new Map(rows.map((row) => [row.id, row.pending]));
  return invoices.map((invoice) => ({
    ...invoice,
    pendingAmount: formatMinor(pending.get(invoice.id) ?? 0n, invoice.currency),
  }));
}
