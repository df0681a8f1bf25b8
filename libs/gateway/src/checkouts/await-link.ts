import type { Database } from '@quittance/database';
import type { Ctx, DomainError } from '@quittance/kernel';
import { setTimeout as sleep } from 'node:timers/promises';
import { paymentProviderUnavailable } from '../gateway.errors.js';
import { CALL_DEADLINE_MS } from '../providers/call-provider.js';
import type { Checkout } from './checkout.js';
import { findCheckout } from './checkout.repository.js';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 400;

/**
 * Waits until the link that another request is making is there, or has been dealt with since: one
 * link, however many ask at once.
 * @throws DomainError payment_provider_unavailable when it fails there or takes too long
 */
export async function awaitLink(ctx: Ctx, db: Database, rival: Checkout): Promise<void> {
  let waited = 0;
  for (let pause = FIRST_PAUSE_MS; waited < CALL_DEADLINE_MS; pause *= 2) {
    const step = Math.min(pause, LONGEST_PAUSE_MS);
    await sleep(step);
    waited += step;
    const checkout = await db.read(ctx, (tx) => findCheckout(tx, rival.id));
    const making = checkout?.status === 'creating';
    if (making && checkout.busyUntil !== null) continue;
    if (!making && checkout?.status !== 'failed') return;
    break;
  }
  throw stillWaiting(rival);
}

/** What the request is told that has waited in vain for the link of another. */
export function stillWaiting({ provider }: Checkout): DomainError {
  const reason = 'another request is still waiting for it.';
  return paymentProviderUnavailable({ provider, reason }, { retryAfter: 2 });
}
