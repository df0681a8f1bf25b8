import type { Database } from '@quittance/database';
import { ALL_PERMISSIONS, newId, type Ctx, type Permissions, type UserId } from '@quittance/kernel';
import { insertUser } from '@quittance/identity';
import { unitePermissions } from '../actors/permissions.js';
import type { RoleId, RoleRights } from '../roles/role.js';
import { insertRole, type NewRole } from '../roles/role.repository.js';
import { ensureAdminRole, setRoles } from '../users/holders.js';

let made = 0;

/** A user with these roles, without a password. */
export async function aUser(db: Database, ctx: Ctx, roles: readonly RoleId[] = []) {
  made += 1;
  const id = newId<'user'>();
  const email = `member-${made}-${id.slice(-6)}@example.com`;
  await db.write(ctx, async (tx) => {
    await insertUser(tx, { id, email, name: `Member ${made}`, team: null, passwordHash: null });
    await setRoles(tx, id, roles);
  });
  return { id, email };
}

export async function anAdministrator(db: Database, ctx: Ctx): Promise<UserId> {
  const role = await db.write(ctx, (tx) => ensureAdminRole(tx));
  return (await aUser(db, ctx, [role])).id;
}

export async function aRole(db: Database, ctx: Ctx, role: Partial<NewRole> = {}): Promise<RoleId> {
  made += 1;
  const added = await db.write(ctx, (tx) => insertRole(tx, { name: `Role ${made}`, ...role }));
  return added.id;
}

/** The context of somebody with less than every right. */
export function actingWith(ctx: Ctx, rights: Partial<RoleRights> | 'everything'): Ctx {
  const none = { id: newId<'role'>(), version: 1, builtIn: false, matrix: {}, scopes: {} };
  const permissions: Permissions =
    rights === 'everything'
      ? ALL_PERMISSIONS
      : unitePermissions([{ ...none, grants: [], ...rights }]);
  return Object.freeze({ ...ctx, permissions });
}
