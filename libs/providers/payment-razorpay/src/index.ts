export {
  RazorpayProvider,
  razorpayProvider,
  type RazorpayCredentials,
  type RazorpayEnvironment,
  type RazorpayOptions,
} from './razorpay-provider.js';
export { startFakeRazorpay, type FakeFault, type FakeRazorpay } from './testing/fake-razorpay.js';
