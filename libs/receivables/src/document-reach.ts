import type { Way } from '@quittance/access';
import { OF_ACCOUNT } from '@quittance/crm';

/** Whose it is what is about an invoice. */
export const OF_INVOICE: Way = [
  { column: 'invoice_id', view: 'receivables.pub_invoice' },
  ...OF_ACCOUNT,
];

/** Whose it is what is about a payment. */
const OF_PAYMENT: Way = [{ column: 'payment_id', view: 'receivables.pub_payment' }, ...OF_ACCOUNT];

/** The same by what the row is about. */
export const OF_DOCUMENT = { invoice: OF_INVOICE, payment: OF_PAYMENT } as const;
