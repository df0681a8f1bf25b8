import { sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { ownRole, rightBeyondOwn } from '../access.errors.js';
import {
  beyondErrors,
  rightsBeyond,
  sayBeyond,
  type BeyondRight,
  type MatrixRights,
} from './beyond-own.js';
import type { Role } from './role.repository.js';

/** The roles of a user, or the role of an API key, by their primary keys. */
const HOLDS_ROLE = sql(`
  select 1 from access.user_role h where h.company_id = $1 and h.user_id = $2 and h.role_id = $3
  union all
  select 1 from access.api_key k where k.company_id = $1 and k.id = $2 and k.role_id = $3`);

/**
 * Refuses a change that puts a right into a role which its maker does not have; what the role held
 * before is not given by the change. @throws DomainError right_beyond_own
 */
export function requireWithinOwn(ctx: Ctx, rights: MatrixRights, known?: MatrixRights): void {
  const beyond = rightsBeyond(ctx.permissions, rights, known && { known });
  refuseBeyond(beyond, beyondErrors(beyond));
}

/** @throws DomainError right_beyond_own naming the first of them */
export function refuseBeyond(
  beyond: readonly BeyondRight[],
  errors: ReturnType<typeof beyondErrors> = [],
): void {
  const [first] = beyond;
  if (!first) return;
  const { resource, action } = first;
  throw rightBeyondOwn(
    { what: sayBeyond(first), resource, action },
    errors.length ? { errors } : {},
  );
}

/** The roles that one holds are changed by others. @throws DomainError own_role */
export async function refuseOwnRole(tx: Tx, role: Pick<Role, 'id' | 'name'>): Promise<void> {
  const { companyId, actor, permissions } = tx.ctx;
  if (permissions.all || actor.id === null) return;
  const held = await tx.maybe(HOLDS_ROLE, [companyId, actor.id, role.id]);
  if (held) throw ownRole({ name: role.name });
}
