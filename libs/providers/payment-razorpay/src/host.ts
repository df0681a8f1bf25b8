export { razorpayProvider, RazorpayProvider } from './razorpay-provider.js';
