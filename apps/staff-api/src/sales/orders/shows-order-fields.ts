import { OrderFields } from '@quittance/sales/host';
import { showsDocumentFields } from '../../objects/shows-document-fields.js';

/** Every order that the controller answers comes with its custom fields. */
export const ShowsOrderFields = showsDocumentFields(OrderFields, 'paymentStatus');
