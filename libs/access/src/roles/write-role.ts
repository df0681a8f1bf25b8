import { audit, changedFields } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { requireAdministrator, requireGrant } from '../rights.js';
import type { CheckedRights } from './role.js';
import { requireWithinOwn } from './within-own.js';
import { insertRole, type NewRole, type Role } from './role.repository.js';

/**
 * Managing roles takes the grant `roles`; only an administrator hands out grants, so that nobody
 * makes managers of roles but them; and nobody puts into a role what they do not have themselves.
 * @throws DomainError grant_required, administrator_required, right_beyond_own
 */
export function requireRoleManager(
  ctx: Ctx,
  rights: CheckedRights,
  known: CheckedRights = {},
): void {
  requireGrant(ctx, 'roles');
  const before = known.grants ?? [];
  const after = rights.grants ?? before;
  const same = before.length === after.length && after.every((grant) => before.includes(grant));
  if (!same) requireAdministrator(ctx, 'give or take grants');
  requireWithinOwn(ctx, { ...known, ...rights }, known);
}

/** Stores a new role with its audit row and event. @throws DomainError role_name_taken */
export async function addRole(tx: Tx, role: NewRole, action: string): Promise<Role> {
  const added = await insertRole(tx, role);
  audit(tx, { action, object: 'role', recordId: added.id, after: shown(added) });
  emit(tx, { type: 'record.created', object: 'role', recordId: added.id, data: { ...added } });
  return added;
}

/** The audit row and event of a changed role. */
export function announceRoleChange(tx: Tx, before: Role, after: Role): void {
  const change = changedFields(shown(before), shown(after));
  audit(tx, { action: 'role.updated', object: 'role', recordId: after.id, ...change });
  emit(tx, { type: 'record.updated', object: 'role', recordId: after.id, data: { ...after } });
}

function shown({ name, description, matrix, scopes, fields, grants }: Role) {
  return { name, description, matrix, scopes, fields, grants };
}
