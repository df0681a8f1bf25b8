import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import { moveApprovalRules } from '../approvals/rules/move-approval-rules.js';
import type { PortalDirectory, PortalUserId } from '../actors/portal-actor.js';
import { putOut } from './put-out.js';

/** By portal_user_of_account_index. */
const LOCK = sql(`
  select u.id, u.credential_id as "credentialId", u.account_id as "accountId", u.active,
    u.directory, k.email
  from portal.portal_user u
  join portal.credential k on k.company_id = $1 and k.id = u.credential_id
  where u.company_id = $1 and u.account_id = any($2::uuid[])
  order by u.id for no key update of u`);
const MOVE = sql(`
  update portal.portal_user u set account_id = $2, version = u.version + 1, updated_at = $4
  where u.company_id = $1 and u.id = any($3::uuid[])`);
const PUT_OUT = sql(`
  update portal.portal_user u set active = false, version = u.version + 1, updated_at = $3
  where u.company_id = $1 and u.id = any($2::uuid[]) and u.active`);

/** By address_account_index; deleted ones too. */
const MOVE_ADDRESSES = sql(`
  update portal.address d set account_id = $2, version = d.version + 1, updated_at = $4
  where d.company_id = $1 and d.account_id = $3`);

interface Row {
  readonly id: PortalUserId;
  readonly credentialId: string;
  readonly accountId: string;
  readonly active: boolean;
  readonly directory: PortalDirectory;
  readonly email: string;
}

/**
 * Users of an account that becomes part of another act for that from now on, and its addresses are
 * that one's. Who is a user of both
 * already stays the one of the account that stays; the other is put out.
 */
export async function followAccount(
  tx: Tx,
  { winnerId, loserId }: { readonly winnerId: string; readonly loserId: string },
): Promise<void> {
  const { companyId, now } = tx.ctx;
  await moveApprovalRules(tx, { winnerId, loserId });
  const users = await tx.rows<Row>(LOCK, [companyId, [winnerId, loserId]]);
  const there = new Set(
    users.filter(({ accountId }) => accountId === winnerId).map((user) => user.credentialId),
  );
  const coming = users.filter(({ accountId }) => accountId === loserId);
  const moved = coming.filter((user) => !there.has(user.credentialId)).map(({ id }) => id);
  const doubled = coming.filter((user) => there.has(user.credentialId) && user.active);
  const after = { accountId: winnerId, mergedId: loserId };
  if (moved.length > 0) await tx.run(MOVE, [companyId, winnerId, moved, now]);
  if (doubled.length > 0) await tx.run(PUT_OUT, [companyId, doubled.map(({ id }) => id), now]);
  await tx.run(MOVE_ADDRESSES, [companyId, winnerId, loserId, now]);
  for (const recordId of moved) {
    audit(tx, { action: 'portal_user.account_merged', object: 'portal-user', recordId, after });
  }
  const why = { reason: 'account merged', after, mergedInto: winnerId as AccountId };
  for (const user of doubled) await putOut(tx, user, why);
}
