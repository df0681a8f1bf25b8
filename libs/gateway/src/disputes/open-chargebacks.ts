import { sql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import type { PaymentId } from '@quittance/receivables';

/** Of the invoice itself, or of a payment that settles some of it. */
const OPEN = sql(`
  select 1 from gateway.unapplied_receipt r
  where r.company_id = $1 and r.kind = 'dispute' and r.status = 'open'
    and (r.invoice_id = $2 or r.payment_id = any($3::uuid[]))
  limit 1`);

/** Whether a payer disputes with their bank what an invoice was paid with. */
export async function openChargebacks(
  tx: Tx,
  invoiceId: InvoiceId,
  paymentIds: readonly PaymentId[],
): Promise<boolean> {
  return (await tx.maybe(OPEN, [tx.ctx.companyId, invoiceId, paymentIds])) !== undefined;
}
