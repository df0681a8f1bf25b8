import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, UserId } from '@quittance/kernel';
import { changeUser } from './update-user.js';
import type { UserView } from './user.queries.js';

/** Refuses a user from the next request on, whatever tokens they hold. */
@Injectable()
export class DeactivateUser {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, last_administrator, administrator_required */
  execute(ctx: Ctx, id: UserId): Promise<UserView> {
    return this.db.write(ctx, (tx) => changeUser(tx, id, { active: false }));
  }
}
