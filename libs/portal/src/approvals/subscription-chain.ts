import { createHash } from 'node:crypto';
import type { LocalDate } from '@quittance/calendar';
import type { SubscriptionId } from '@quittance/sales';
import type { ChainId } from '../limits/limit-ledger.js';

/** What customers commit themselves to of a subscription. */
export type ChangeOfSubscription = 'plan_change' | 'resumption';

/**
 * The chain of what is to hold of a subscription from a day on: whoever learns what became of it
 * knows the day, and not the reservation. Of version 8.
 */
export function subscriptionChain(
  kind: ChangeOfSubscription,
  id: SubscriptionId,
  from: LocalDate,
): ChainId {
  const hash = createHash('sha256').update([kind, id, from].join(' ')).digest('hex');
  const [a, b, c, d, e] = [
    [0, 8],
    [8, 12],
    [12, 15],
    [15, 18],
    [18, 30],
  ].map(([start, end]) => hash.slice(start, end));
  return `${a}-${b}-8${c}-8${d}-${e}` as ChainId;
}
