import { accountsBelow } from '@quittance/crm';
import { sql, type Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { AccessLevel, PortalUserId } from '../actors/portal-actor.js';
import { APPROVAL_COLUMNS, type ToldApproval } from './approval.js';
import { changeApproval, signaturesOf } from './approval.repository.js';
import { peopleAmong, rightfulApprovers, samePerson } from './approvers.js';
import { mayDecide } from './decisions/may-decide.js';

/** For which account somebody could decide, by the row as it still is. By primary key. */
const APPROVES = sql(`
  select u.account_id as "accountId", u.access_level as level from portal.portal_user u
  where u.company_id = $1 and u.id = $2 and u.directory = 'customer' and u.approve_quotes`);

/** What somebody could decide of these accounts and has not signed; by approval_account_index. */
const WAITING = sql(`
  select ${APPROVAL_COLUMNS} from portal.approval a
  where a.company_id = $1 and a.account_id = any($3::uuid[]) and a.status = 'pending'
    and a.requested_by <> $2
    and (a.approver_ids = '[]' or a.approver_ids @> to_jsonb($2::text))
    and not exists (select from portal.approval_signature s where s.company_id = $1
      and s.approval_id = a.id and s.portal_user_id = $2)
  order by a.id limit 500 for no key update of a`);

/**
 * What waited on somebody who decides no more passes to the others who may, who are reminded at
 * once; where too few of them are left, to the Admins as well. Asked while the user still has the
 * right: what others' customers ask for is none of theirs.
 * @param mergedInto the account that theirs has become part of, whose requests are those of theirs
 */
export async function passOnRequests(
  tx: Tx,
  userId: PortalUserId,
  mergedInto?: AccountId,
): Promise<void> {
  const { companyId } = tx.ctx;
  const approver = await tx.maybe<{ accountId: AccountId; level: AccessLevel }>(APPROVES, [
    companyId,
    userId,
  ]);
  if (!approver) return;
  const { accountId, level } = approver;
  const own = [accountId, ...(mergedInto ? [mergedInto] : [])];
  const isTree = level === 'account_tree';
  const below = isTree ? await Promise.all(own.map((id) => accountsBelow(tx, id))) : [];
  const accounts = [...new Set([...own, ...below.flat()])];
  const waiting = await tx.rows<ToldApproval>(WAITING, [companyId, userId, accounts]);
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
