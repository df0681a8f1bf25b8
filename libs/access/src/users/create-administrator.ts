import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import { PasswordHasher, checkNewPassword, insertUser } from '@quittance/identity';
import { newId, type Ctx } from '@quittance/kernel';
import { ensureAdminRole, setRoles } from './holders.js';
import { findUserView, type UserView } from './user.queries.js';

export interface NewAdministrator {
  readonly email: string;
  readonly name: string;
  /** Without one, a password token lets the user set it. */
  readonly password?: string;
}

/** Makes the company's Admin role, when it has none, and a user who holds it: for set-up. */
@Injectable()
export class CreateAdministrator {
  constructor(
    private readonly db: Database,
    private readonly hasher: PasswordHasher,
  ) {}

  /** @throws DomainError email_taken, validation_failed */
  async execute(ctx: Ctx, { email, name, password }: NewAdministrator): Promise<UserView> {
    if (password !== undefined) checkNewPassword(password, email);
    const passwordHash = password === undefined ? null : await this.hasher.hash(password, null);
    return this.db.write(ctx, async (tx) => {
      const role = await ensureAdminRole(tx);
      const id = newId<'user'>();
      const row = { id, email: email.trim().toLowerCase(), name, team: null, passwordHash };
      await insertUser(tx, row);
      await setRoles(tx, id, [role]);
      audit(tx, { action: 'user.created', object: 'user', recordId: id, after: { email, name } });
      return findUserView(tx, id);
    });
  }
}
