import type { WriteBuffer } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';

/**
 * Invoices that a transaction has voided or cancelled: whoever gave back what they asked by another
 * document settles at its end that they ask for nothing any more. It writes nothing itself.
 */
export const givenUp: WriteBuffer<InvoiceId> = { name: 'receivables.given-up' };
