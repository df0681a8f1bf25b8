import type {
  PaymentLinkRequest,
  LinkSearch,
  ProviderAccount,
  RefundOrder,
} from '@quittance/gateway/provider';
import { epochMs, type Instant } from '@quittance/kernel';
import type Stripe from 'stripe';

/** By how much the clocks of Stripe and of this machine may differ. */
const SKEW_SECONDS = 300;

const unixSeconds = (at: Instant) => Math.floor(epochMs(at) / 1000);

/**
 * The page to make: the same for the same attempt, because Stripe refuses an idempotency key that
 * comes back with other particulars.
 */
export function sessionParams(
  request: PaymentLinkRequest,
  returnUrl: string,
): Stripe.Checkout.SessionCreateParams {
  const { metadata, customer, invoiceNumber } = request;
  const name = `Invoice ${invoiceNumber}`;
  // What is on the session is not copied to its payment.
  const names = {
    company_id: metadata.companyId,
    ...(metadata.invoiceId !== null && { invoice_id: metadata.invoiceId }),
    attempt_id: metadata.checkoutId,
  };
  const back = request.callbackUrl ?? returnUrl;
  return {
    mode: 'payment',
    client_reference_id: metadata.checkoutId,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: Number(request.wireAmount),
          product_data: { name },
        },
      },
    ],
    success_url: back,
    cancel_url: back,
    expires_at: unixSeconds(request.expiresAt),
    ...(customer.email ? { customer_email: customer.email } : {}),
    metadata: names,
    payment_intent_data: { metadata: names, description: name },
    // The payer is asked for the invoice's own currency.
    adaptive_pricing: { enabled: false },
  };
}

/** One page of the sessions made since the attempt. */
export function searchParams(
  { attemptedAt }: LinkSearch,
  after: string | undefined,
): Stripe.Checkout.SessionListParams {
  return {
    created: { gte: unixSeconds(attemptedAt) - SKEW_SECONDS },
    limit: 100,
    expand: ['data.payment_intent'],
    ...(after ? { starting_after: after } : {}),
  };
}

/** The refund to make. `request_id` finds it again when its answer was lost. */
export function refundParams(
  { companyId }: ProviderAccount,
  { key, providerPaymentId, wireAmount, reason }: RefundOrder,
): Stripe.RefundCreateParams {
  return {
    payment_intent: providerPaymentId,
    amount: Number(wireAmount),
    metadata: { company_id: companyId, request_id: key, reason: reason.slice(0, 500) },
  };
}
