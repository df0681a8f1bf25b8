export { STRIPE_VERSION } from './stripe-version.js';
export {
  StripeProvider,
  stripeProvider,
  type StripeCredentials,
  type StripeEnvironment,
  type StripeOptions,
} from './stripe-provider.js';
export { startFakeStripe, type FakeStripe, type FakeStripeFault } from './testing/fake-stripe.js';
