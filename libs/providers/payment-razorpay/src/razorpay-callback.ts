import { isHmacOf } from './razorpay-webhook.js';

/** What the payer's browser brings back in the query of the callback URL. */
export interface RazorpayCallback {
  readonly linkId: string;
  readonly status: string;
  readonly paymentId: string;
  /** Empty when the link was made without one. */
  readonly reference: string;
}

/**
 * Reads and verifies the query of a callback, for display only: it never books money. Signed with
 * the key secret, not with the webhook secret. Undefined when the signature does not hold.
 */
export function readRazorpayCallback(
  query: URLSearchParams,
  keySecret: string,
): RazorpayCallback | undefined {
  const of = (name: string) => query.get(`razorpay_${name}`) ?? '';
  const callback = {
    linkId: of('payment_link_id'),
    reference: of('payment_link_reference_id'),
    status: of('payment_link_status'),
    paymentId: of('payment_id'),
  };
  const { linkId, reference, status, paymentId } = callback;
  const message = [linkId, reference, status, paymentId].join('|');
  return isHmacOf(message, of('signature'), keySecret) ? callback : undefined;
}
