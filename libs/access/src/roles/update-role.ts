import { Injectable } from '@nestjs/common';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { roleBuiltIn } from '../access.errors.js';
import type { CreateRoleInput } from './create-role.js';
import { checkRights, type RoleId } from './role.js';
import { lockRole, updateRole, type Role } from './role.repository.js';
import { refuseOwnRole } from './within-own.js';
import { announceRoleChange, requireRoleManager } from './write-role.js';

/** Changes a role; members are replaced whole (a new matrix is the whole matrix). */
@Injectable()
export class UpdateRole {
  constructor(private readonly db: Database) {}

  /**
   * Holds for the very next request of everybody with the role.
   * @throws DomainError not_found, role_built_in, role_name_taken, precondition_failed,
   * validation_failed, grant_required, administrator_required, own_role, right_beyond_own
   */
  async execute(
    ctx: Ctx,
    id: RoleId,
    patch: Partial<CreateRoleInput>,
    expectedVersion: number | null = null,
  ): Promise<Role> {
    const { name, description, ...input } = patch;
    const rights = checkRights(input);
    return this.db.write(ctx, async (tx) => {
      const role = await lockRole(tx, id);
      if (role.builtIn) throw roleBuiltIn({ name: role.name });
      requireRoleManager(ctx, rights, role);
      await refuseOwnRole(tx, role);
      checkVersion(role.version, expectedVersion);
      const changed = await updateRole(tx, role, {
        ...rights,
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(description === undefined ? {} : { description }),
      });
      announceRoleChange(tx, role, changed);
      return changed;
    });
  }
}
