import { QuoteFields } from '@quittance/sales/host';
import { showsDocumentFields } from '../../objects/shows-document-fields.js';

/** Every quote that the controller answers comes with its custom fields. */
export const ShowsQuoteFields = showsDocumentFields(QuoteFields, 'validUntil');
