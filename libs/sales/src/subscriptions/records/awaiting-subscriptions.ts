import type { Tx } from '@quittance/database';
import { DomainError } from '@quittance/kernel';
import { documentApproval } from '@quittance/rules';
import type { Subscription } from '../subscription.description.js';

const idsOf = (locked: readonly Subscription[]) => locked.map(({ id }) => id);

/**
 * Locked subscriptions without those that await approval: what the system does by itself passes by
 * them, and comes back.
 */
export async function freeSubscriptions(
  tx: Tx,
  locked: readonly Subscription[],
): Promise<readonly Subscription[]> {
  const waiting = await documentApproval.waitingAmong(tx, idsOf(locked));
  return waiting.size === 0 ? locked : locked.filter(({ id }) => !waiting.has(id));
}

/** @throws DomainError record_awaits_approval where one of the locked subscriptions does */
export async function refuseAwaitingSubscriptions<T extends readonly Subscription[]>(
  tx: Tx,
  locked: T,
): Promise<T> {
  const waiting = await documentApproval.waitingAmong(tx, idsOf(locked));
  documentApproval.refuse('subscription', waiting.size > 0);
  return locked;
}

/** Whether something was refused for an approval alone. */
export function isAwaited(fault: unknown): boolean {
  return fault instanceof DomainError && fault.code === documentApproval.code;
}
