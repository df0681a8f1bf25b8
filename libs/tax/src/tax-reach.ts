import type { Way } from '@quittance/access';

const OF_ACCOUNT: Way = [{ column: 'account_id', view: 'crm.pub_account' }];

/** Whose the tax of an invoice is, and that of a credit note that corrects it. */
const OF_INVOICE: Way = [{ column: 'invoice_id', view: 'receivables.pub_invoice' }, ...OF_ACCOUNT];

/** Whose a record is that is about tax, by what it names; the rest of the set-up is nobody's. */
export const TAX_OF = {
  account: { resource: 'tax', ways: [OF_ACCOUNT], beside: ['accounts'] },
  invoice: { resource: 'tax', ways: [OF_INVOICE], beside: ['invoices'] },
} as const;
