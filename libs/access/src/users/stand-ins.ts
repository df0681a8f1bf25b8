import { Global, Injectable, Module } from '@nestjs/common';
import { sql, type Tx } from '@quittance/database';
import { ShownLinks, lockUser } from '@quittance/identity';
import type { UserId } from '@quittance/kernel';
import { unitePermissions } from '../actors/permissions.js';
import type { RoleId } from '../roles/role.js';
import { findRights } from '../roles/role.repository.js';
import { beyondStandIn } from './givable-roles.js';
import { rolesOf } from './holders.js';

/**
 * Somebody who was shown a link and may still act: an active user or a good API key, by their keys.
 */
const SHOWN_TO = sql(`
  select u.team, array(select h.role_id from access.user_role h
    where h.company_id = $1 and h.user_id = u.id) as "roleIds"
  from identity.pub_user u where u.company_id = $1 and u.id = $2 and u.active
  union all
  select null, array[k.role_id] from access.api_key k
  where k.company_id = $1 and k.id = $2 and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > $3::timestamptz)`);

interface Shown {
  readonly team: string | null;
  readonly roleIds: readonly RoleId[];
}

/**
 * Asks again, when a link is used, what was asked when it was made. Rights come to a user by many
 * ways (a role, a wider role, an import of a set-up, another team) and leave whoever was shown the
 * link by as many: none of them needs to think of links.
 */
@Injectable()
export class StandIns extends ShownLinks {
  async areGood(tx: Tx, shownTo: string, userId: UserId): Promise<boolean> {
    const { companyId, now } = tx.ctx;
    const user = await lockUser(tx, userId);
    const by = await tx.maybe<Shown>(SHOWN_TO, [companyId, shownTo, now]);
    if (!by) return false;
    const permissions = unitePermissions(await findRights(tx, by.roleIds));
    if (permissions.all) return true;
    if (!permissions.granted('roles') || !permissions.can('users', 'update')) return false;
    const held = await findRights(tx, await rolesOf(tx, userId));
    if (held.some(({ builtIn, grants }) => builtIn || grants.length > 0)) return false;
    return beyondStandIn({ permissions, team: by.team }, held, user).length === 0;
  }
}

/** Who may stand in for whom, for all of the host: setting passwords is below access. */
@Global()
@Module({
  providers: [{ provide: ShownLinks, useClass: StandIns }],
  exports: [ShownLinks],
})
export class StandInsModule {}
