import { sql, type Tx } from '@quittance/database';
import type { InvoiceStatus } from '../invoices/invoice.js';
import type { Id, InvoiceId } from '@quittance/kernel';
import { formatMinor, type Currency } from '@quittance/money';

/** By `late_charge_line_key`. */
const CHARGING = sql(`
  select distinct l.charging_invoice_id as id from receivables.late_charge l
  where l.company_id = $1 and l.charging_invoice_id = any($2::uuid[])`);

/** By `late_charge_last_key`. */
const OF_STEPS = sql(`
  select l.attempt_id as "attemptId", l.amount, n.id as "invoiceId", n.number, n.currency, n.status
  from receivables.late_charge l
  join receivables.invoice n on n.company_id = $1 and n.id = l.charging_invoice_id
  where l.company_id = $1 and l.invoice_id = $2 and l.kind = 'step_fee'
  order by l.created_at, l.id`);

/** Of invoices those that ask for late payment themselves. */
export async function chargingInvoices(
  tx: Tx,
  ids: readonly InvoiceId[],
): Promise<ReadonlySet<InvoiceId>> {
  const rows = await tx.rows<{ id: InvoiceId }>(CHARGING, [tx.ctx.companyId, ids]);
  return new Set(rows.map(({ id }) => id));
}

/** What a step of dunning has asked for, and on which invoice; decimal text, before tax. */
export interface ChargedStep {
  readonly attemptId: Id<'dunning-attempt'>;
  readonly invoiceId: InvoiceId;
  readonly number: string;
  readonly status: InvoiceStatus;
  readonly currency: Currency;
  readonly amount: string;
}

/** The fees that steps about an invoice have asked for, in their order. */
export async function chargedSteps(tx: Tx, id: InvoiceId): Promise<ChargedStep[]> {
  const rows = await tx.rows<Omit<ChargedStep, 'amount'> & { amount: bigint }>(OF_STEPS, [
    tx.ctx.companyId,
    id,
  ]);
  return rows.map((row) => ({ ...row, amount: formatMinor(row.amount, row.currency) }));
}
