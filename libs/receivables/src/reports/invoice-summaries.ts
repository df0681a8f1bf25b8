import { sql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { invoices, type Invoice } from '../invoices/invoice.repository.js';
import { invoiceSummary } from '../invoices/invoice.view.js';

export type InvoiceSummary = ReturnType<typeof invoiceSummary>;

/** Invoices by primary key, in one statement for any number. */
const FIND = sql(`
  select ${invoices.select('i')} from receivables.invoice i
  where i.company_id = $1 and i.id = any ($2::uuid[])`);

/** What others say of these invoices, as they are now. */
export async function findInvoiceSummaries(
  tx: Tx,
  ids: readonly InvoiceId[],
): Promise<Map<InvoiceId, InvoiceSummary>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<Invoice>(FIND, [tx.ctx.companyId, ids]);
  return new Map(rows.map((row) => [row.id, invoiceSummary(row)]));
}
