import type { WriteBuffer } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';

/**
 * Invoices of which somebody has credited more in a transaction: whoever gives back what an invoice
 * asked in another way may refuse at its end what would come back twice. It writes nothing itself.
 */
export const creditedByHand: WriteBuffer<InvoiceId> = { name: 'receivables.credited-by-hand' };
