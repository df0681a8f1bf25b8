import { sql, violates, type Tx } from '@quittance/database';
import { newId, notFound, type Instant } from '@quittance/kernel';
import { roleNameTaken } from '../access.errors.js';
import { RoleRow } from './role.entity.js';
import type { CheckedRights, FieldRules, RoleId, RoleRights } from './role.js';

/** A role as the API shows it. */
export interface Role extends RoleRights {
  readonly name: string;
  readonly description: string | null;
  readonly fields: FieldRules;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export const ROLE_COLUMNS = `r.id, r.name, r.description, r.built_in as "builtIn", r.matrix,
  r.scopes, r.fields, r.grants, r.version,
  r.created_at as "createdAt", r.updated_at as "updatedAt"`;

const FIND_RIGHTS = sql(`
  select id, version, built_in as "builtIn", matrix, scopes, fields, grants from access.role
  where company_id = $1 and id = any ($2::uuid[])`);

const FIND_ROLE = sql(
  `select ${ROLE_COLUMNS} from access.role r where r.company_id = $1 and r.id = $2`,
);
const LOCK_ROLE = sql(`${FIND_ROLE.text} for no key update`);
const LOCK_ROLE_TO_DELETE = sql(`${FIND_ROLE.text} for update`);

/** By primary key. */
const HOLD_ROLE = sql(`select 1 from access.role where company_id = $1 and id = $2 for key share`);

/** Whether there is the role, which then stays until the end of the transaction. */
export async function holdRole(tx: Tx, id: RoleId): Promise<boolean> {
  return (await tx.maybe(HOLD_ROLE, [tx.ctx.companyId, id])) !== undefined;
}

/** The rights of several roles; unknown ids are left out. */
export function findRights(tx: Tx, ids: readonly RoleId[]): Promise<RoleRights[]> {
  return tx.rows<RoleRights>(FIND_RIGHTS, [tx.ctx.companyId, ids]);
}

/** @throws DomainError not_found */
export async function findRole(tx: Tx, id: RoleId): Promise<Role> {
  return present(await tx.maybe<Role>(FIND_ROLE, [tx.ctx.companyId, id]));
}

/** The role, locked until the end of the transaction. @throws DomainError not_found */
export async function lockRole(tx: Tx, id: RoleId): Promise<Role> {
  return present(await tx.maybe<Role>(LOCK_ROLE, [tx.ctx.companyId, id]));
}

/** Locked so that nobody can be given the role meanwhile. @throws DomainError not_found */
export async function lockRoleToDelete(tx: Tx, id: RoleId): Promise<Role> {
  return present(await tx.maybe<Role>(LOCK_ROLE_TO_DELETE, [tx.ctx.companyId, id]));
}

export interface NewRole extends CheckedRights {
  readonly name: string;
  readonly description?: string | null;
}

/** @throws DomainError role_name_taken */
export async function insertRole(tx: Tx, role: NewRole): Promise<Role> {
  const { companyId, now } = tx.ctx;
  const row = {
    companyId,
    id: newId<'role'>(),
    name: role.name,
    description: role.description ?? null,
    builtIn: false,
    matrix: role.matrix ?? {},
    scopes: role.scopes ?? {},
    fields: role.fields ?? {},
    grants: role.grants ?? [],
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await refuseTakenName(role.name, tx.insert(RoleRow, row));
  const { companyId: _, ...shown } = row;
  return shown;
}

/**
 * Writes the change to a locked role and answers it as it is now. @throws DomainError
 * role_name_taken
 */
export async function updateRole(tx: Tx, role: Role, patch: Partial<NewRole>): Promise<Role> {
  const changes = { ...patch, version: role.version + 1, updatedAt: tx.ctx.now };
  await refuseTakenName(patch.name ?? role.name, tx.update(RoleRow, { id: role.id }, changes));
  return { ...role, ...changes };
}

function present(role: Role | undefined): Role {
  if (!role) throw notFound({ object: 'role' });
  return role;
}

async function refuseTakenName(name: string, written: Promise<unknown>): Promise<void> {
  try {
    await written;
  } catch (error) {
    if (violates(error, 'role_name_key')) throw roleNameTaken({ name });
    throw error;
  }
}
