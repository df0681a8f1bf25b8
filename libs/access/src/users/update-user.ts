import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import type { DocumentLanguage } from '@quittance/company';
import { Database, checkVersion, type Tx } from '@quittance/database';
import {
  endPasswordTokens,
  endSessions,
  findUser,
  lockUser,
  updateUser,
  type StaffUser,
} from '@quittance/identity';
import type { Ctx, UserId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { RoleId } from '../roles/role.js';
import { requireAdministrator, requireGrant } from '../rights.js';
import { requireGivable, requireStandIn, requireTeamWithinOwn } from './givable-roles.js';
import {
  keepAnAdministrator,
  lockAdminRole,
  requireEqual,
  requireGrantGiver,
  rolesOf,
  setRoles,
} from './holders.js';
import { requireManager } from './require-manager.js';
import { findUserView, type UserView } from './user.queries.js';

/** A merge: what is absent stays. */
export interface UserPatch {
  readonly email?: string;
  readonly name?: string;
  readonly team?: string | null;
  readonly managerId?: UserId | null;
  readonly language?: DocumentLanguage | null;
  readonly active?: boolean;
  readonly roleIds?: readonly RoleId[];
}

/**
 * Changes a user, with their roles. Deactivating ends their sessions and links to set a password at
 * once, another e-mail the links.
 */
@Injectable()
export class UpdateUser {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, precondition_failed, email_taken, last_administrator,
   * grant_required, administrator_required, right_beyond_own, validation_failed
   */
  execute(
    ctx: Ctx,
    id: UserId,
    patch: UserPatch,
    expectedVersion: number | null = null,
  ): Promise<UserView> {
    return this.db.write(ctx, (tx) => changeUser(tx, id, patch, expectedVersion));
  }
}

/** The change in the caller's transaction: locks the Admin role, then the user. */
export async function changeUser(
  tx: Tx,
  id: UserId,
  patch: UserPatch,
  expectedVersion: number | null = null,
): Promise<UserView> {
  const adminRole = await lockAdminRole(tx);
  const user = await lockUser(tx, id);
  checkVersion(user.version, expectedVersion);
  const held = await rolesOf(tx, id);
  const wanted = patch.roleIds ? [...new Set(patch.roleIds)] : held;
  const { roleIds: _, ...fields } = patch;
  const email = fields.email?.trim().toLowerCase();
  const becomes = { ...user, ...fields, email: email ?? user.email };
  if (becomes.managerId !== user.managerId) {
    // Who reports to whom says who may approve what.
    requireGrant(tx.ctx, 'roles');
    await requireManager(tx, id, becomes.managerId);
  }
  await checkRights(tx, user, { held, wanted, adminRole, becomes });
  await updateUser(tx, user, email === undefined ? fields : { ...fields, email });
  if (!sameRoles(held, wanted)) await setRoles(tx, id, wanted);
  const deactivated = user.active && patch.active === false;
  if (deactivated) await endSessions(tx, id, 'deactivated');
  // A link that went to an address which is not the user's, or is no longer, is somebody else's.
  if (deactivated || becomes.email !== user.email) await endPasswordTokens(tx, id);
  const view = await findUserView(tx, id);
  announce(tx, { ...fieldsOf(user), roleIds: held }, { ...fieldsOf(view), roleIds: wanted }, view);
  return view;
}

interface Change {
  readonly held: readonly RoleId[];
  readonly wanted: readonly RoleId[];
  readonly adminRole: RoleId | undefined;
  readonly becomes: Pick<StaffUser, 'email' | 'team' | 'active'>;
}

/**
 * Roles need the grant; whatever touches an administrator needs one; one must remain. Where
 * somebody's password can be asked for by e-mail, their address is as good as their rights; and who
 * is in which team says which records a role reaches. Rights beyond the own ones are given to
 * nobody.
 */
async function checkRights(tx: Tx, user: StaffUser, change: Change): Promise<void> {
  const { held, wanted, adminRole, becomes } = change;
  const { ctx } = tx;
  const isSelf = ctx.userId === user.id;
  const readdressed = becomes.email !== user.email && !isSelf;
  const regrouped = becomes.team !== user.team && (isSelf || (await isOwnTeam(tx, becomes.team)));
  if (!sameRoles(held, wanted) || readdressed || regrouped) requireGrant(ctx, 'roles');
  const moved = [...held, ...wanted].filter((id) => held.includes(id) !== wanted.includes(id));
  await requireGrantGiver(tx, readdressed ? [...held, ...moved] : moved);
  if (adminRole !== undefined) {
    const was = held.includes(adminRole);
    const stays = wanted.includes(adminRole);
    if (was || stays) requireAdministrator(tx.ctx, 'change who administers, or an administrator');
    if (was && user.active && !(stays && becomes.active))
      await keepAnAdministrator(tx, adminRole, user.id);
  }
  if (becomes.active !== user.active) {
    await requireEqual(tx, held, adminRole, becomes.active ? 'activate' : 'deactivate');
  }
  // Whoever lets a deactivated user in again gives them all of their roles.
  const given = becomes.active && !user.active ? wanted : wanted.filter((id) => !held.includes(id));
  await requireGivable(tx, given, becomes);
  if (readdressed) await requireStandIn(tx, held, user);
  if (becomes.team !== user.team) await requireTeamWithinOwn(tx, wanted, becomes.team);
}

async function isOwnTeam(tx: Tx, team: string | null): Promise<boolean> {
  const { userId } = tx.ctx;
  if (team === null || userId === null) return false;
  return (await findUser(tx, userId))?.team === team;
}

function sameRoles(a: readonly RoleId[], b: readonly RoleId[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

const fieldsOf = ({ email, name, team, managerId, language, active }: StaffUser | UserView) => ({
  email,
  name,
  team,
  managerId,
  language,
  active,
});

function announce(
  tx: Tx,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  view: UserView,
): void {
  const recordId = view.id;
  audit(tx, { action: 'user.updated', object: 'user', recordId, ...changedFields(before, after) });
  emit(tx, { type: 'record.updated', object: 'user', recordId, data: { ...view } });
}
