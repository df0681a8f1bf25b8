import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { roleBuiltIn, roleInUse } from '../access.errors.js';
import { requireGrant } from '../rights.js';
import type { RoleId } from './role.js';
import { lockRoleToDelete } from './role.repository.js';

const HOLDERS = sql(`
  select (select count(*)::int from access.user_role where company_id = $1 and role_id = $2)
  as users,
    (select count(*)::int from access.api_key
     where company_id = $1 and role_id = $2 and revoked_at is null) as keys`);

/** A key that was revoked keeps its row for the log, not its role's. */
const FORGET_REVOKED_KEYS = sql(`
  delete from access.api_key where company_id = $1 and role_id = $2 and revoked_at is not null`);

const DELETE_ROLE = sql(`delete from access.role where company_id = $1 and id = $2`);

/** Deletes a role that nobody holds. */
@Injectable()
export class DeleteRole {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, role_built_in, role_in_use, grant_required */
  async execute(ctx: Ctx, id: RoleId): Promise<void> {
    requireGrant(ctx, 'roles');
    await this.db.write(ctx, async (tx) => {
      const role = await lockRoleToDelete(tx, id);
      if (role.builtIn) throw roleBuiltIn({ name: role.name });
      const key = [ctx.companyId, id];
      const { users, keys } = await tx.one<{ users: number; keys: number }>(HOLDERS, key);
      if (users + keys > 0) throw roleInUse({ users, keys });
      const { name } = role;
      audit(tx, { action: 'role.deleted', object: 'role', recordId: id, before: { name } });
      emit(tx, { type: 'record.deleted', object: 'role', recordId: id, data: { id, name } });
      await Promise.all([tx.run(FORGET_REVOKED_KEYS, key), tx.run(DELETE_ROLE, key)]);
    });
  }
}
