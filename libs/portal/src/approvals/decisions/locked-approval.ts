import { checkVersion, type Tx } from '@quittance/database';
import { ownApproval, type CustomerAgreements } from '@quittance/sales';
import type { PortalUserId } from '../../actors/portal-actor.js';
import type { ApprovalId, ToldApproval } from '../approval.js';
import { findApproval, lockApproval } from '../approval.repository.js';
import { refuseUndecidable } from '../approval-status.js';

/**
 * A request behind the lock of what it is about, which comes first: whoever cancels an order comes
 * from there as well.
 * @throws DomainError not_found
 */
export async function lockWithSubject(
  tx: Tx,
  agreements: CustomerAgreements,
  id: ApprovalId,
): Promise<ToldApproval> {
  const { orderId, quoteId, subscriptionId } = await findApproval(tx, id);
  if (orderId !== null) await agreements.orders.lock(tx, orderId);
  else if (quoteId !== null) await agreements.quotes.lock(tx, quoteId);
  else if (subscriptionId !== null) await agreements.changes.lock(tx, subscriptionId);
  return lockApproval(tx, id);
}

/** What somebody wants to decide, of the version that they have read. */
export interface RequestDecision {
  readonly version: number;
  /** All users that they are. */
  readonly person: ReadonlySet<PortalUserId>;
}

/**
 * Refuses what cannot be decided by somebody now.
 * @throws DomainError own_approval, approval_decided, approval_expired, precondition_failed
 */
export function refuseDecision(
  tx: Tx,
  approval: ToldApproval,
  { version, person }: RequestDecision,
): void {
  if (person.has(approval.requestedBy)) throw ownApproval();
  refuseUndecidable(approval, tx.ctx.now);
  checkVersion(approval.version, version);
}
