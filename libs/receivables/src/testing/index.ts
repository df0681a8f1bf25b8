export { invoiceArrears, invoiceExposure } from '../exposure/invoice-exposure.js';
export { aCustomer, aStoredInvoice } from './a-stored-invoice.js';
export { plainInvoiceFields, plainModels } from './invoice-fields.js';
