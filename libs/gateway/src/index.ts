export { livePaymentLinks } from './checkouts/live-payment-links.js';
export { StartCheckout } from './checkouts/start-checkout.js';
