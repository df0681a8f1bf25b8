import type { CheckoutOutcome, StoredOutcome } from './cart-order.repository.js';

/**
 * How an order of a cart stands by now, as whoever asks again is told: what it waited for may have
 * come, or been refused, since it was ordered.
 */
export function outcomeNow(then: StoredOutcome, status: string): CheckoutOutcome {
  if (status === 'cancelled') return 'cancelled';
  if (status === 'draft') return then;
  return status === 'pending_approval' ? 'awaiting_credit' : 'placed';
}
