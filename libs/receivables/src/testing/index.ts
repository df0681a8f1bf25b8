export { plainInvoiceFields, plainModels } from './invoice-fields.js';
