import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { checkRights, type RightsInput } from './role.js';
import type { Role } from './role.repository.js';
import { addRole, requireRoleManager } from './write-role.js';

export interface CreateRoleInput extends RightsInput {
  readonly name: string;
  readonly description?: string | null;
}

/** Makes a role with its matrix, scopes and grants. */
@Injectable()
export class CreateRole {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError validation_failed, role_name_taken,
   *   grant_required, administrator_required, right_beyond_own
   */
  async execute(ctx: Ctx, { name, description, ...input }: CreateRoleInput): Promise<Role> {
    const rights = checkRights(input);
    requireRoleManager(ctx, rights);
    const role = { name: name.trim(), description: description ?? null, ...rights };
    return this.db.write(ctx, (tx) => addRole(tx, role, 'role.created'));
  }
}
