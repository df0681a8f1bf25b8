import { sql, type Tx } from '@quittance/database';
import type { PortalUserId } from '../actors/portal-actor.js';
import { APPROVAL_COLUMNS, type ToldApproval } from './approval.js';
import { changeApproval, signaturesOf } from './approval.repository.js';
import { peopleAmong, rightfulApprovers, samePerson } from './approvers.js';
import { mayDecide } from './decisions/may-decide.js';

/** What somebody could decide and has not signed; by approval_pending_index. */
const WAITING = sql(`
  select ${APPROVAL_COLUMNS} from portal.approval a
  where a.company_id = $1 and a.status = 'pending' and a.requested_by <> $2
    and (a.approver_ids = '[]' or a.approver_ids @> to_jsonb($2::text))
    and not exists (select from portal.approval_signature s where s.company_id = $1
      and s.approval_id = a.id and s.portal_user_id = $2)
  order by a.id limit 500 for no key update of a`);

/**
 * What waited on somebody who decides no more passes to the others who may, who are reminded at
 * once; where too few of them are left, to the Admins as well.
 */
export async function passOnRequests(tx: Tx, userId: PortalUserId): Promise<void> {
  const waiting = await tx.rows<ToldApproval>(WAITING, [tx.ctx.companyId, userId]);
  for (const approval of waiting) {
    const rightful = await rightfulApprovers(tx, approval.accountId);
    const askers = await samePerson(tx, approval.requestedBy);
    const others = rightful.filter(
      ({ id, isAdmin }) =>
        id !== userId &&
        !askers.has(id) &&
        mayDecide(approval, { portalUserId: id, role: isAdmin ? 'Admin' : 'Approver' }),
    );
    const signed = await signaturesOf(tx, approval.id);
    const missing = approval.approvals - signed.length;
    const hasSigned = ({ id }: { readonly id: PortalUserId }) =>
      signed.some((each) => each.portalUserId === id);
    const people = new Set(rightful.filter(hasSigned).map(({ credentialId }) => credentialId));
    const open = others.filter((each) => !hasSigned(each) && !people.has(each.credentialId));
    const toAdmins = approval.toAdmins || peopleAmong(open) < missing;
    const change = { toAdmins, remindAt: tx.ctx.now };
    await changeApproval(tx, approval, change, { action: 'approval.passed_on' });
  }
}
