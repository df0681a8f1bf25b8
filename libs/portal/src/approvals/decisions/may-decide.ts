import type { PortalActor } from '../../actors/portal-actor.js';
import type { Approval } from '../approval.js';

/**
 * Whether the rules of the account leave a request to somebody who has the right to approve: named
 * approvers where some are named, Admins as well once it was passed on to them. Pure.
 */
export function mayDecide(
  { approverIds, toAdmins }: Pick<Approval, 'approverIds' | 'toAdmins'>,
  { portalUserId, role }: Pick<PortalActor, 'portalUserId' | 'role'>,
): boolean {
  if (approverIds.length === 0 || approverIds.includes(portalUserId)) return true;
  return toAdmins && role === 'Admin';
}
