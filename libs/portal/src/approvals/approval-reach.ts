import type { Bind, ListNarrowing } from '@quittance/lists';
import type { PortalReach } from '../reading/portal-object.js';
import { ofReachedAccounts } from '../reach/reached-accounts.js';
import type { PortalScope } from '../scope/portal-scope.js';

export const APPROVAL_BOXES = ['inbox', 'sent', 'all'] as const;
export type ApprovalBox = (typeof APPROVAL_BOXES)[number];

/** What the rules of an account leave to a user to decide, theirs or not; as `mayDecide` has it. */
function decidable({ userId, role }: PortalScope, bind: Bind): string {
  const named = `a.approver_ids = '[]' or a.approver_ids @> to_jsonb(${bind(userId)}::text)`;
  return role === 'Admin' ? `(${named} or a.to_admins)` : `(${named})`;
}

const within: PortalReach = (scope, bind) => ofReachedAccounts('a.account_id', scope, bind);

/**
 * Requests by the alias `a`: what the user has asked for, and may decide, whatever their level;
 * Admins with a wider one than their own all of their accounts. What somebody asked for stays
 * theirs wherever their account moves.
 */
export const approvalsWithin: PortalReach = (scope, bind) => {
  const own = `a.requested_by = ${bind(scope.userId)}::uuid`;
  if (scope.role === 'Admin' && scope.level !== 'own') return `(${own} or ${within(scope, bind)})`;
  if (!scope.rights.has('approveQuotes')) return own;
  return `(${own} or ${within(scope, bind)} and ${decidable(scope, bind)})`;
};

/** Of those what waits for the user, or what they have asked for. */
export function inBox(box: ApprovalBox, scope: PortalScope, now: string): ListNarrowing {
  return (bind) => {
    if (box === 'all') return 'true';
    if (box === 'inbox' && !scope.rights.has('approveQuotes')) return 'false';
    const me = `${bind(scope.userId)}::uuid`;
    if (box === 'sent') return `a.requested_by = ${me}`;
    // Four eyes are of two people: nothing waits for who has asked or signed as another user.
    const mine = `(select u.id from portal.portal_user own
      join portal.portal_user u on u.company_id = $1::uuid and u.credential_id = own.credential_id
      where own.company_id = $1::uuid and own.id = ${me})`;
    return `a.status = 'pending' and a.expires_at > ${bind(now)}::timestamptz
      and a.requested_by not in ${mine} and ${decidable(scope, bind)}
      and not exists (select from portal.approval_signature s where s.company_id = $1::uuid
        and s.approval_id = a.id and s.portal_user_id in ${mine})`;
  };
}
