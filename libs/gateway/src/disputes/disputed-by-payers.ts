import { sql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { BankDisputes } from '@quittance/receivables';

/** Of a dispute that is not decided. */
const OPEN = `r.company_id = $1 and r.kind = 'dispute' and r.status = 'open'
      and r.reason in ('dispute_opened', 'dispute_withdrawn', 'dispute_reinstated')`;
/**
 * Disputes that are not decided, of which a company has few, and what their payments settled, by
 * their credit too; by `payment_allocation_payment_index` and the indexes of notes and their use.
 */
const UNDECIDED = `
  select d.id from (
    select r.invoice_id as id from gateway.unapplied_receipt r where ${OPEN}
    union
    select a.invoice_id from gateway.unapplied_receipt r
    join receivables.pub_payment_allocation a on a.company_id = $1 and a.payment_id = r.payment_id
    where ${OPEN}
    union
    select u.invoice_id from gateway.unapplied_receipt r
    join receivables.pub_payment_credit n on n.company_id = $1 and n.payment_id = r.payment_id
      and n.kind = 'on_account'
    join receivables.pub_credit_use u on u.company_id = $1 and u.credit_note_id = n.id
    where ${OPEN}) d
  where d.id is not null`;
const ALL_UNDECIDED = sql(UNDECIDED);
const UNDECIDED_AMONG = sql(`${UNDECIDED} and d.id = any($2::uuid[])`);

/**
 * Which of these invoices were settled by a payment that its payer disputes with their bank, and
 * nobody has decided yet: as long as that lasts they are not pursued.
 */
export async function disputedByPayers(
  tx: Tx,
  ids: readonly InvoiceId[],
): Promise<ReadonlySet<InvoiceId>> {
  const rows = await tx.rows<{ id: InvoiceId }>(UNDECIDED_AMONG, [tx.ctx.companyId, ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Tells receivables the same of all invoices of a company. */
export class DisputesAtBanks implements BankDisputes {
  async undecided(tx: Tx): Promise<readonly InvoiceId[]> {
    const rows = await tx.rows<{ id: InvoiceId }>(ALL_UNDECIDED, [tx.ctx.companyId]);
    return rows.map(({ id }) => id);
  }
}
