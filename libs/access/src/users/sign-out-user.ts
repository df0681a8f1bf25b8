import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import { endSessions, lockUser } from '@quittance/identity';
import type { Ctx, UserId } from '@quittance/kernel';
import { lockAdminRole, requireEqual, rolesOf } from './holders.js';
import { findUserView, type UserView } from './user.queries.js';

/**
 * Ends every session of a user at once; they may sign in again. To keep them out, deactivate them.
 */
@Injectable()
export class SignOutUser {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, administrator_required */
  execute(ctx: Ctx, id: UserId): Promise<UserView> {
    return this.db.write(ctx, async (tx) => {
      const adminRole = await lockAdminRole(tx);
      await lockUser(tx, id);
      await requireEqual(tx, await rolesOf(tx, id), adminRole, 'sign out');
      const ended = await endSessions(tx, id, 'ended by an administrator');
      audit(tx, { action: 'user.signed_out', object: 'user', recordId: id, after: { ended } });
      return findUserView(tx, id);
    });
  }
}
