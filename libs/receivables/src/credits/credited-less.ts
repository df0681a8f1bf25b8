import type { WriteBuffer } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';

/**
 * Invoices of which a note has credited less since a transaction, or nothing any more: what was
 * held back for it comes back at its end. It writes nothing itself.
 */
export const creditedLess: WriteBuffer<InvoiceId> = { name: 'receivables.credited-less' };
