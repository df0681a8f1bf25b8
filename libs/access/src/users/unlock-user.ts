import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import { lockUser, openAccount } from '@quittance/identity';
import type { Ctx, UserId } from '@quittance/kernel';
import { findUserView, type UserView } from './user.queries.js';

/** Opens an account that failed sign-ins have locked, and forgets the failures. */
@Injectable()
export class UnlockUser {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  execute(ctx: Ctx, id: UserId): Promise<UserView> {
    return this.db.write(ctx, async (tx) => {
      await lockUser(tx, id);
      await openAccount(tx, id);
      audit(tx, { action: 'user.unlocked', object: 'user', recordId: id });
      return findUserView(tx, id);
    });
  }
}
