export { type FakeFault, type FakeRazorpay, startFakeRazorpay } from './fake-razorpay.js';
