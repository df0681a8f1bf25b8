import type { Tx } from '@quittance/database';
import { findUser } from '@quittance/identity';
import type { Permissions } from '@quittance/kernel';
import type { Scope } from '../catalogue/resources.js';
import {
  ownReach,
  rightsBeyond,
  type BeyondRight,
  type MatrixRights,
} from '../roles/beyond-own.js';
import { findRights } from '../roles/role.repository.js';
import type { RoleId, RoleRights } from '../roles/role.js';
import { refuseBeyond } from '../roles/within-own.js';
import { rolesOf } from './holders.js';

/** Somebody as far as it says where the scopes of their roles reach. */
export interface Holder {
  readonly team: string | null;
  /** They have set a password, and may have records of their own. */
  readonly hasPassword: boolean;
}

/** The team of whoever acts; null for an API key, which is in none. */
async function ownTeam(tx: Tx): Promise<string | null> {
  const { userId } = tx.ctx;
  return userId === null ? null : ((await findUser(tx, userId))?.team ?? null);
}

/**
 * Refuses to give somebody roles that hold more than the giver does. The scope `team` of a person
 * in another team reaches records that the giver's own does not, so it counts as everything.
 * @throws DomainError right_beyond_own
 */
export async function requireGivable(
  tx: Tx,
  roleIds: readonly RoleId[],
  { team }: Pick<Holder, 'team'>,
): Promise<void> {
  const own = tx.ctx.permissions;
  if (own.all || roleIds.length === 0) return;
  const apart = team !== null && team !== (await ownTeam(tx));
  const reach = (scope: Scope) => (scope === 'team' && apart ? 'all' : scope);
  const roles = await findRights(tx, roleIds);
  refuseBeyond(roles.flatMap((role) => rightsBeyond(own, role, { reach })));
}

/**
 * Refuses to become somebody whose rights reach further than the own ones: their records and those
 * of their team are not one's own. Who has never signed in has no records to speak of yet.
 * @throws DomainError right_beyond_own
 */
export async function requireStandIn(
  tx: Tx,
  roleIds: readonly RoleId[],
  holder: Holder,
): Promise<void> {
  const { permissions } = tx.ctx;
  if (permissions.all || roleIds.length === 0) return;
  const [team, roles] = [await ownTeam(tx), await findRights(tx, roleIds)];
  refuseBeyond(beyondStandIn({ permissions, team }, roles, holder));
}

/** What somebody with these roles reaches that another does not who would stand in for them. */
export function beyondStandIn(
  own: { readonly permissions: Permissions; readonly team: string | null },
  roles: readonly RoleRights[],
  { team, hasPassword }: Holder,
): BeyondRight[] {
  const together = team !== null && team === own.team;
  const reach = (scope: Scope): Scope => {
    const isOwn = scope === 'own' || (scope === 'team' && team === null);
    if (isOwn && !hasPassword) return 'own';
    return together && scope !== 'all' ? 'team' : 'all';
  };
  return roles.flatMap((role) => rightsBeyond(own.permissions, role, { reach }));
}

/**
 * Refuses to put somebody into a team whose records come to them, or through them to whoever acts,
 * by the scope `team`, unless one reaches these records anyway. @throws DomainError
 * right_beyond_own
 */
export async function requireTeamWithinOwn(
  tx: Tx,
  roleIds: readonly RoleId[],
  team: string | null,
): Promise<void> {
  const { permissions, userId } = tx.ctx;
  if (permissions.all || team === null) return;
  const [mine, roles] = [await ownTeam(tx), await findRights(tx, roleIds)];
  const reach = (): Scope => (team === mine ? 'team' : 'all');
  refuseBeyond(roles.flatMap((role) => rightsBeyond(permissions, teamRights(role), { reach })));
  if (team !== mine || userId === null) return;
  const own = await findRights(tx, await rolesOf(tx, userId));
  const widened = own.flatMap(({ matrix, scopes }) =>
    Object.entries(matrix).flatMap(([resource, actions]) =>
      actions
        .filter(
          (action) =>
            scopes[resource] === 'team' && ownReach(permissions, resource, action) === 'team',
        )
        .map((action): BeyondRight => ({ resource, action, scope: 'all', own: 'team' })),
    ),
  );
  refuseBeyond(widened);
}

/** What a role reaches by the team of its holder. */
function teamRights({ matrix, scopes, fields = {} }: RoleRights): MatrixRights {
  const rows = Object.entries(matrix).filter(([resource]) => scopes[resource] === 'team');
  return { matrix: Object.fromEntries(rows), scopes, fields };
}
