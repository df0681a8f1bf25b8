import { InvoiceFields } from '@quittance/receivables/host';
import { showsDocumentFields } from '../../objects/shows-document-fields.js';

/** Every invoice that the controller answers comes with its custom fields. */
export const ShowsInvoiceFields = showsDocumentFields(InvoiceFields, 'billTo');
