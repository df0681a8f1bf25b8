import { sql, type Tx } from '@quittance/database';
import type { CreditNoteId, InvoiceId } from '@quittance/kernel';

/** By primary key. Whoever credits one of them waits, and sees what was decided about it. */
export const HOLD_INVOICES = sql(`select i.id from receivables.invoice i
  where i.company_id = $1 and i.id = any($2::uuid[]) order by i.id for no key update`);
/** By `credit_note_invoice_index`. */
const NOTES_OF = sql(`select c.id, c.invoice_id as "invoiceId" from receivables.credit_note c
  where c.company_id = $1 and c.invoice_id = any($2::uuid[]) and c.kind = 'credit'
    and c.status <> 'void'`);

/** The notes that credit invoices; with `holds` nobody writes another until the transaction ends. */
export async function notesOf(
  tx: Tx,
  invoiceIds: readonly InvoiceId[],
  { holds }: { readonly holds: boolean },
): Promise<readonly { readonly id: CreditNoteId; readonly invoiceId: InvoiceId }[]> {
  const params = [tx.ctx.companyId, [...new Set(invoiceIds)]];
  if (holds) await tx.rows(HOLD_INVOICES, params);
  return tx.rows(NOTES_OF, params);
}
