import { sql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';

/** Links that can be paid now, by `checkout_live_key`. */
const LIVE_LINKS = sql(`
  select c.invoice_id as "invoiceId", c.payment_url as "paymentUrl" from gateway.checkout c
  where c.company_id = $1 and c.invoice_id = any ($2::uuid[]) and c.status = 'open'
    and c.payment_url is not null and c.expires_at > $3`);

/** Where these invoices can be paid online now; asks no provider and makes no link. */
export async function livePaymentLinks(
  tx: Tx,
  ids: readonly InvoiceId[],
): Promise<ReadonlyMap<InvoiceId, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{ invoiceId: InvoiceId; paymentUrl: string }>(LIVE_LINKS, [
    tx.ctx.companyId,
    ids,
    tx.ctx.now,
  ]);
  return new Map(rows.map(({ invoiceId, paymentUrl }) => [invoiceId, paymentUrl]));
}
