import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import type { DocumentLanguage } from '@quittance/company';
import { Database } from '@quittance/database';
import { insertUser } from '@quittance/identity';
import { newId, type Ctx, type UserId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { RoleId } from '../roles/role.js';
import { requireAdministrator, requireGrant } from '../rights.js';
import { requireGivable } from './givable-roles.js';
import { lockAdminRole, requireGrantGiver, setRoles } from './holders.js';
import { requireManager } from './require-manager.js';
import { findUserView, type UserView } from './user.queries.js';

export interface CreateUserInput {
  readonly email: string;
  readonly name: string;
  readonly team?: string | null;
  readonly managerId?: UserId | null;
  /** Null: that of the company's documents. */
  readonly language?: DocumentLanguage | null;
  readonly roleIds?: readonly RoleId[];
}

/** Makes a user without a password; the invitation lets them set one. */
@Injectable()
export class CreateUser {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError email_taken, grant_required, administrator_required, right_beyond_own,
   * validation_failed
   */
  async execute(ctx: Ctx, input: CreateUserInput): Promise<UserView> {
    const { email, name, team = null, managerId = null, language = null, roleIds = [] } = input;
    if (roleIds.length > 0 || managerId !== null) requireGrant(ctx, 'roles');
    return this.db.write(ctx, async (tx) => {
      const adminRole = await lockAdminRole(tx);
      if (adminRole && roleIds.includes(adminRole))
        requireAdministrator(ctx, 'give the Admin role');
      await requireGrantGiver(tx, roleIds);
      await requireGivable(tx, roleIds, { team });
      const id = newId<'user'>();
      await requireManager(tx, id, managerId);
      const address = email.trim().toLowerCase();
      const row = { id, email: address, name, team, managerId, language, passwordHash: null };
      await insertUser(tx, row);
      await setRoles(tx, id, roleIds);
      const user = await findUserView(tx, id);
      audit(tx, {
        action: 'user.created',
        object: 'user',
        recordId: id,
        after: { email: user.email, name, team, managerId, language, roleIds },
      });
      emit(tx, { type: 'record.created', object: 'user', recordId: id, data: { ...user } });
      return user;
    });
  }
}
