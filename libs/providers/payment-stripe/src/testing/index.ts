export { type FakeStripe, startFakeStripe } from './fake-stripe.js';
