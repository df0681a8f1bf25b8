export { stripeProvider, StripeProvider } from './stripe-provider.js';
