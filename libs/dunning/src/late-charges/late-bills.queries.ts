import { sql, type Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import type { LateBills } from '@quittance/receivables';

type DaySpan = Parameters<LateBills['chargesOf']>[0]['pauses'][number];

/**
 * The days on which invoices and accounts were left alone, a promise to pay as well; by the indexes
 * of both. One that a person has ended held until the day before, and never beyond its own last.
 */
const PAUSES = sql(`
  select p.account_id as "accountId", p.invoice_id as "invoiceId",
    (p.created_at at time zone $4)::date as "from",
    case when p.outcome = 'ended' then least((p.ended_at at time zone $4)::date - 1, p.until)
      else p.until end as "to"
  from dunning.pause p
  where p.company_id = $1 and (p.account_id = any($2::uuid[]) or p.invoice_id = any($3::uuid[]))`);

interface PauseRow {
  readonly accountId: AccountId | null;
  readonly invoiceId: InvoiceId | null;
  readonly from: LocalDate;
  readonly to: LocalDate | null;
}

interface Paused {
  readonly id: InvoiceId;
  readonly accountId: AccountId;
}

/** Of invoices the days on which they, or their customers, were left alone. */
export async function pausesOfInvoices(
  tx: Tx,
  invoices: readonly Paused[],
  timeZone: string,
): Promise<(invoice: Paused) => readonly DaySpan[]> {
  const accounts = [...new Set(invoices.map(({ accountId }) => accountId))];
  const ids = invoices.map(({ id }) => id);
  const rows = await tx.rows<PauseRow>(PAUSES, [tx.ctx.companyId, accounts, ids, timeZone]);
  return ({ id, accountId }) =>
    rows.filter((row) => row.invoiceId === id || row.accountId === accountId);
}
