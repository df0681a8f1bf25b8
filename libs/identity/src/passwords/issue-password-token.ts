import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { findUserByEmail } from '../users/user.repository.js';
import { issuePasswordToken, type PasswordToken } from './password-token.js';

/** Makes a token to set a password, for an operator at the command line. */
@Injectable()
export class IssuePasswordToken {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  async execute(ctx: Ctx, email: string): Promise<PasswordToken> {
    return this.db.write(
      ctx,
      async (tx) => {
        const user = await findUserByEmail(tx, email);
        if (!user?.active) throw notFound({ object: 'user' });
        audit(tx, { action: 'auth.password_token_issued', object: 'user', recordId: user.id });
        return issuePasswordToken(tx, user.id, user.hasPassword ? 'reset' : 'invitation');
      },
      { answers: false },
    );
  }
}
