import {
  ProviderFailure,
  fromWire,
  plainRule,
  wireInteger,
  type CapturedPayment,
  type ProviderLink,
} from '@quittance/gateway/provider';
import { instantFromEpochMs, type Instant } from '@quittance/kernel';
import { isCurrency, type Currency } from '@quittance/money';

const STATUSES: Readonly<Record<string, ProviderLink['status']>> = {
  created: 'open',
  partially_paid: 'open',
  paid: 'paid',
  cancelled: 'cancelled',
  expired: 'expired',
};

/**
 * A payment link as Razorpay answers it.
 * @throws ProviderFailure of kind `unknown` when it is not understood
 */
export function readRazorpayLink(json: Record<string, unknown>): ProviderLink {
  const { id, short_url: url, status, currency, order_id: orderId } = json;
  const wireAmount = wireInteger(json.amount);
  const known = typeof status === 'string' && Object.hasOwn(STATUSES, status) && STATUSES[status];
  if (typeof id !== 'string' || typeof url !== 'string' || !URL.canParse(url)) throw strange();
  if (!known || wireAmount === undefined || !isCurrency(currency)) throw strange();
  return {
    linkId: id,
    url,
    status: known,
    orderId: typeof orderId === 'string' && orderId !== '' ? orderId : null,
    wireAmount,
    currency,
    expiresAt: instantOf(json.expire_by),
    payments: paymentsOf(json.payments, currency),
  };
}

function strange(): ProviderFailure {
  return new ProviderFailure('unknown', 'The answer of Razorpay is not understood.');
}

/** Unix seconds; 0 is unset. */
function instantOf(seconds: unknown): Instant | null {
  return typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds > 0
    ? instantFromEpochMs(seconds * 1000)
    : null;
}

/** Null or `[]` until something is captured. */
function paymentsOf(value: unknown, currency: Currency): CapturedPayment[] {
  if (!Array.isArray(value)) return [];
  return (value as Record<string, unknown>[]).flatMap((payment) => {
    const wire = wireInteger(payment?.amount);
    const amount = wire === undefined ? undefined : fromWire(wire, currency, plainRule(currency));
    const id = payment?.payment_id;
    const captured = payment?.status === 'captured' && typeof id === 'string';
    return captured && amount !== undefined ? [{ providerPaymentId: id, amount, currency }] : [];
  });
}
