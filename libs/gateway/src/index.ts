export { CheckoutMeans } from './checkouts/checkout-means.js';
export { livePaymentLinks } from './checkouts/live-payment-links.js';
export { payableLink } from './checkouts/payable-link.js';
