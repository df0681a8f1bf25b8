import { sql, type Tx, sentAnswers } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import type { Dispute } from './dispute.js';

/** Writes disputes that were opened, and the end of those that were; by primary key. */
const STORE_DISPUTES = sql(`
  insert into receivables.dispute (company_id, id, invoice_id, amount, line_ids, lines, kind,
    reason, opened_at, opened_by, reviewed_at, closed_at, closed_by, outcome, note)
  select d.company_id, (d.dispute->>'id')::uuid, d.invoice_id, (d.dispute->>'amount')::bigint,
    d.dispute->'lineIds', d.dispute->'lines', d.dispute->>'kind', d.dispute->>'reason',
    (d.dispute->>'openedAt')::timestamptz, d.dispute->'openedBy',
    (d.dispute->>'reviewedAt')::timestamptz, (d.dispute->>'closedAt')::timestamptz,
    nullif(d.dispute->'closedBy', 'null'), d.dispute->>'outcome', d.dispute->>'note'
  from (select k.id as company_id, t.invoice_id, t.text::jsonb as dispute
    from company.pub_company k cross join unnest($2::uuid[], $3::text[]) as t(invoice_id, text)
    where k.id = $1) d
  on conflict (company_id, id) do update set reviewed_at = excluded.reviewed_at,
    closed_at = excluded.closed_at,
    closed_by = excluded.closed_by, outcome = excluded.outcome, note = excluded.note`);

/** A dispute of an invoice as the invoice keeps it. */
export interface KeptDispute {
  readonly invoiceId: InvoiceId;
  readonly dispute: Dispute;
}

/** Keeps the history of disputes in step with what locked invoices say of the latest. */
export function storeDisputes(tx: Tx, kept: readonly KeptDispute[]): Promise<unknown> {
  if (kept.length === 0) return sentAnswers.together([]);
  return tx.run(STORE_DISPUTES, [
    tx.ctx.companyId,
    kept.map(({ invoiceId }) => invoiceId),
    kept.map(({ dispute }) => JSON.stringify(dispute)),
  ]);
}
