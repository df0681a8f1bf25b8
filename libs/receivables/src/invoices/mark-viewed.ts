import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { changeInvoice, lockInvoiceAwaited } from './change-invoice.js';
import { isClosed } from './invoice.js';

/**
 * Notes that the customer opened a sent invoice for the first time, in the portal or by a share
 * link; staff never cause it. Later openings change nothing.
 * @throws DomainError not_found
 */
export async function markViewed(tx: Tx, id: InvoiceId): Promise<void> {
  const locked = await lockInvoiceAwaited(tx, id);
  const { invoice } = locked;
  if (invoice.sentAt === null || invoice.viewedAt !== null || isClosed(invoice.status)) return;
  const status = invoice.status === 'sent' ? 'viewed' : invoice.status;
  const note = { event: 'invoice.viewed', action: 'invoice.viewed' } as const;
  changeInvoice(tx, locked, { status, viewedAt: tx.ctx.now }, note);
}
