import { sql, type Tx } from '@quittance/database';
import type { PrintableDeduction } from '@quittance/documents';
import type { InvoiceId } from '@quittance/kernel';
import { divideRounded } from '@quittance/money';

/** What of a note that deducts a deposit is applied to an invoice, in minor units. */
export interface AppliedDeduction extends Omit<PrintableDeduction, 'net' | 'tax'> {
  readonly noteTax: bigint;
  readonly noteTotal: bigint;
  readonly applied: bigint;
}

/**
 * Of what notes deduct from an invoice as much as is still applied, a row each; what settles a
 * deposit itself is none. By `credit_application_invoice_index` and primary keys.
 */
const APPLIED = sql(`
  select p.number as "invoiceNumber", p.issue_date as "invoiceDate", n.number as "noteNumber",
    n.issue_date as "noteDate", n.tax_total as "noteTax", n.total as "noteTotal",
    sum(a.amount)::bigint as applied
  from receivables.credit_application a
  join receivables.deposit_deduction x on x.company_id = $1
    and x.credit_note_id = a.credit_note_id
  join receivables.credit_note n on n.company_id = $1 and n.id = a.credit_note_id
  join receivables.invoice p on p.company_id = $1 and p.id = x.invoice_id
  where a.company_id = $1 and a.invoice_id = $2 and x.invoice_id <> $2
  group by p.number, p.issue_date, n.id, n.number, n.issue_date, n.tax_total, n.total
  having sum(a.amount) > 0
  order by n.id`);

/** The deposits that an invoice is less by, as they are printed. */
export async function printedDeductions(tx: Tx, id: InvoiceId): Promise<PrintableDeduction[]> {
  const rows = await tx.rows<AppliedDeduction>(APPLIED, [tx.ctx.companyId, id]);
  return rows.map(deductionOf);
}

/** Net and tax of what is applied: of a part its part of the tax of the note. Pure. */
export function deductionOf({
  noteTax,
  noteTotal,
  applied,
  ...named
}: AppliedDeduction): PrintableDeduction {
  const tax = applied === noteTotal ? noteTax : divideRounded(noteTax * applied, noteTotal);
  return { ...named, net: applied - tax, tax };
}
