import { sql, type Tx } from '@quittance/database';
import type { CredentialId } from '../../actors/portal-actor.js';
import type { Member } from '../../credentials/member.js';
import type { Approval } from '../approval.js';
import { mayDecide } from './may-decide.js';

/** Those that can be decided, with whoever has asked or signed, as people; by primary key. */
const OPEN = sql(`
  select a.id, a.approver_ids as "approverIds", a.to_admins as "toAdmins",
    array(select u.credential_id from portal.portal_user u
      where u.company_id = $1 and u.id in (select a.requested_by union all
        select s.portal_user_id from portal.approval_signature s
        where s.company_id = $1 and s.approval_id = a.id)) as involved
  from portal.approval a
  where a.company_id = $1 and a.id = any($2::uuid[]) and a.status = 'pending'
    and a.expires_at > $3`);

interface OpenRequest extends Pick<Approval, 'id' | 'approverIds' | 'toAdmins'> {
  readonly involved: readonly CredentialId[];
}

type Decider = Pick<Member, 'id' | 'role' | 'credentialId' | 'approveQuotes'>;

/**
 * Whether a user who reaches a request may act on it now: with the right to, where the rules of the
 * account leave it to them, and neither who asks nor who has signed, as whichever of their users.
 * Whether enough is left of their limit they see there: they may refuse it all the same.
 */
export async function decidersOfRequests(
  tx: Tx,
  ids: readonly string[],
): Promise<(id: string, user: Decider) => boolean> {
  if (ids.length === 0) return () => false;
  const params = [tx.ctx.companyId, ids, tx.ctx.now];
  const rows = await tx.rows<OpenRequest>(OPEN, params);
  const open = new Map<string, OpenRequest>(rows.map((row) => [row.id, row]));
  return (id, { id: portalUserId, role, credentialId, approveQuotes }) => {
    const request = open.get(id);
    if (!request || !approveQuotes || request.involved.includes(credentialId)) return false;
    return mayDecide(request, { portalUserId, role });
  };
}
