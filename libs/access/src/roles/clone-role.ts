import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { roleBuiltIn } from '../access.errors.js';
import type { RoleId } from './role.js';
import { findRole, type Role } from './role.repository.js';
import { addRole, requireRoleManager } from './write-role.js';

/** Makes a role with the rights of another under a new name. */
@Injectable()
export class CloneRole {
  constructor(private readonly db: Database) {}

  /**
   * The Admin role is no matrix that could be copied.
   * @throws DomainError not_found, role_built_in, role_name_taken, grant_required,
   * administrator_required, right_beyond_own
   */
  execute(ctx: Ctx, id: RoleId, input: { name: string }): Promise<Role> {
    return this.db.write(ctx, async (tx) => {
      const model = await findRole(tx, id);
      if (model.builtIn) throw roleBuiltIn({ name: model.name });
      requireRoleManager(ctx, model);
      const { description, matrix, scopes, fields, grants } = model;
      const copy = { name: input.name.trim(), description, matrix, scopes, fields, grants };
      return addRole(tx, copy, 'role.cloned');
    });
  }
}
