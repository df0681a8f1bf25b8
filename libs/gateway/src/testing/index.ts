export { anOutstandingInvoice } from './an-outstanding-invoice.js';
export { type Gateway, gatewayOf, TEST_KEY, TEST_KEYS } from './gateway-of.js';
