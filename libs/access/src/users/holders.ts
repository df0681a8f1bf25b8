import { sql, type Tx } from '@quittance/database';
import { invalidField, newId, type UserId } from '@quittance/kernel';
import { lastAdministrator } from '../access.errors.js';
import { requireAdministrator } from '../rights.js';
import type { RoleId } from '../roles/role.js';
import { findRights } from '../roles/role.repository.js';

/** The Admin role of the company; taking it waits for everybody else who takes it away. */
const LOCK_ADMIN_ROLE = sql(`
  select id from access.role where company_id = $1 and built_in for no key update`);

const HOLDS = sql(`select role_id as "roleId" from access.user_role
  where company_id = $1 and user_id = $2 order by role_id`);

/** Whether anybody else could still administer, by user_role_role_index. */
const OTHER_ADMINISTRATOR = sql(`
  select 1 from access.user_role h
  join identity.pub_user u on u.company_id = $1 and u.id = h.user_id and u.active
  where h.company_id = $1 and h.role_id = $2 and h.user_id <> $3 limit 1`);

const KNOWN_ROLES = sql(`
  select id from access.role where company_id = $1 and id = any ($2::uuid[]) for key share`);

const TAKE_ROLES = sql(`
  delete from access.user_role
  where company_id = $1 and user_id = $2 and not role_id = any ($3::uuid[])`);

const GIVE_ROLES = sql(`
  insert into access.user_role (company_id, user_id, role_id)
  select k.id, $2::uuid, r from company.pub_company k cross join unnest($3::uuid[]) as r
  where k.id = $1 on conflict do nothing`);

/**
 * One Admin role per company, found or made: who makes it at once may meet it by its name as well.
 */
const MAKE_ADMIN_ROLE = sql(`
  insert into access.role (company_id, id, name, description, built_in, matrix, scopes, grants,
    created_at, updated_at)
  values ($1, $2, 'Admin', 'May do everything. Cannot be changed.', true, '{}', '{}', '[]', $3, $3)
  on conflict do nothing`);

/** The Admin role's id; undefined before the company has one. */
export async function lockAdminRole(tx: Tx): Promise<RoleId | undefined> {
  return (await tx.maybe<{ id: RoleId }>(LOCK_ADMIN_ROLE, [tx.ctx.companyId]))?.id;
}

/** Makes the built-in Admin role when the company has none. */
export async function ensureAdminRole(tx: Tx): Promise<RoleId> {
  await tx.run(MAKE_ADMIN_ROLE, [tx.ctx.companyId, newId<'role'>(), tx.ctx.now]);
  const { id } = await tx.one<{ id: RoleId }>(LOCK_ADMIN_ROLE, [tx.ctx.companyId]);
  return id;
}

export async function rolesOf(tx: Tx, userId: UserId): Promise<RoleId[]> {
  const rows = await tx.rows<{ roleId: RoleId }>(HOLDS, [tx.ctx.companyId, userId]);
  return rows.map(({ roleId }) => roleId);
}

/** By the primary keys. */
const ROLES_OF_USER = sql(`
  select array(select h.role_id from access.user_role h
    where h.company_id = $1 and h.user_id = u.id order by h.role_id) as "roleIds"
  from identity.pub_user u where u.company_id = $1 and u.id = $2`);

/** The roles of a user; undefined when there is no such user. */
export async function rolesOfUser(tx: Tx, userId: UserId): Promise<RoleId[] | undefined> {
  const found = await tx.maybe<{ roleIds: RoleId[] }>(ROLES_OF_USER, [tx.ctx.companyId, userId]);
  return found?.roleIds;
}

/**
 * Refuses to take the Admin role, or the account, from the last active user who holds it. The Admin
 * role must be locked, so that of two users losing it at once the second sees the first.
 * @throws DomainError last_administrator
 */
export async function keepAnAdministrator(tx: Tx, adminRole: RoleId, loser: UserId): Promise<void> {
  const other = await tx.maybe(OTHER_ADMINISTRATOR, [tx.ctx.companyId, adminRole, loser]);
  if (!other) throw lastAdministrator();
}

/** Makes these the user's roles. @throws DomainError validation_failed at `/roleIds/{i}` */
export async function setRoles(tx: Tx, userId: UserId, roleIds: readonly RoleId[]): Promise<void> {
  const { companyId } = tx.ctx;
  const known = await tx.rows<{ id: RoleId }>(KNOWN_ROLES, [companyId, roleIds]);
  const missing = roleIds.findIndex((id) => !known.some((role) => role.id === id));
  if (missing >= 0) {
    throw invalidField(
      `/roleIds/${missing}`,
      'reference_not_found',
      'is not a role of this company',
    );
  }
  await Promise.all([
    tx.run(TAKE_ROLES, [companyId, userId, roleIds]),
    tx.run(GIVE_ROLES, [companyId, userId, roleIds]),
  ]);
}

/**
 * Administrators, and those who hold a grant, are kept out, signed out and let in again by
 * administrators alone. @param what completes "Only a user with the Admin role may …"
 * @throws DomainError administrator_required
 */
export async function requireEqual(
  tx: Tx,
  held: readonly RoleId[],
  adminRole: RoleId | undefined,
  what: string,
): Promise<void> {
  if (tx.ctx.permissions.all || held.length === 0) return;
  const rights = await findRights(tx, held);
  const isStrong = rights.some(({ grants }) => grants.length > 0);
  if (isStrong || (adminRole !== undefined && held.includes(adminRole)))
    requireAdministrator(tx.ctx, `${what} an administrator or somebody with a grant`);
}

/**
 * A role with a grant comes and goes by administrators alone, as the grant itself does.
 * @throws DomainError administrator_required
 */
export async function requireGrantGiver(tx: Tx, roleIds: readonly RoleId[]): Promise<void> {
  if (tx.ctx.permissions.all || roleIds.length === 0) return;
  const rights = await findRights(tx, roleIds);
  if (rights.some(({ grants }) => grants.length > 0)) {
    requireAdministrator(tx.ctx, 'give, take or stand in for a role that holds grants');
  }
}
