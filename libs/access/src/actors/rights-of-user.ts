import { sql, type Tx } from '@quittance/database';
import type { Ctx, UserId } from '@quittance/kernel';
import type { RoleId } from '../roles/role.js';
import { findRights } from '../roles/role.repository.js';
import { unitePermissions } from './permissions.js';

/** By primary keys. */
const ROLES = sql(`
  select array(select h.role_id from access.user_role h
    where h.company_id = $1 and h.user_id = u.id) as "roleIds"
  from identity.pub_user u where u.company_id = $1 and u.id = $2 and u.active`);

/**
 * The same work as done by a staff user, with the rights that they have by now: for what somebody
 * does on another host, where no guard of staff has read them. Undefined of who was deactivated.
 */
export async function ctxOfUser(tx: Tx, userId: UserId): Promise<Ctx | undefined> {
  const { ctx } = tx;
  const found = await tx.maybe<{ roleIds: readonly RoleId[] }>(ROLES, [ctx.companyId, userId]);
  if (!found) return undefined;
  const permissions = unitePermissions(await findRights(tx, found.roleIds));
  return Object.freeze({ ...ctx, userId, permissions });
}
