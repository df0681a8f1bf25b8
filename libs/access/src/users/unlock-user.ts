import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import { lockUser, openAccount } from '@quittance/identity';
import type { Ctx, UserId } from '@quittance/kernel';
import { lockAdminRole, requireEqual, rolesOf } from './holders.js';
import { findUserView, type UserView } from './user.queries.js';

/**
 * Opens an account that failed sign-ins have locked, on known devices too, and forgets the
 * failures.
 */
@Injectable()
export class UnlockUser {
  constructor(private readonly db: Database) {}

  /**
   * Each opening is a new round of guesses: at the password of an administrator, or of somebody
   * with a grant, only administrators give it.
   * @throws DomainError not_found, administrator_required
   */
  execute(ctx: Ctx, id: UserId): Promise<UserView> {
    return this.db.write(ctx, async (tx) => {
      const adminRole = await lockAdminRole(tx);
      await lockUser(tx, id);
      await requireEqual(tx, await rolesOf(tx, id), adminRole, 'unlock');
      await openAccount(tx, id);
      audit(tx, { action: 'user.unlocked', object: 'user', recordId: id });
      return findUserView(tx, id);
    });
  }
}
