import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import type { CompanyId, UserId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { NO_COMPANY, decoyFor } from '../sign-in/decoy.js';
import { FIND_ACCOUNTS } from '../sign-in/sign-in.sql.js';
import { publicCtx, type Visitor } from '../sign-in/visitor.js';

/**
 * Notes that somebody wants a new password. The event carries no token: whoever delivers it (an
 * e-mail consumer, an operator) makes the token at that moment with `issuePasswordToken`, so that
 * no secret is ever stored. An unknown e-mail leaves the same audit row with a decoy.
 */
@Injectable()
export class RequestPasswordReset {
  constructor(private readonly db: Database) {}

  async execute(visitor: Visitor, input: { email: string; company?: string | null }) {
    const email = input.email.trim().toLowerCase();
    const params = [email, input.company ?? null, null];
    const found = await this.db.door<{ companyId: CompanyId; id: UserId }>(FIND_ACCOUNTS, params);
    const accounts = found.length > 0 ? found : [{ companyId: NO_COMPANY, id: decoyFor(email) }];
    for (const { companyId, id } of accounts) {
      const ctx = publicCtx(visitor, companyId);
      await this.db.write(ctx, async (tx) => request(tx, id, email), { answers: false });
    }
  }
}

function request(tx: Tx, userId: UserId, email: string): void {
  audit(tx, { action: 'auth.password_reset_requested', object: 'user', recordId: userId });
  if (tx.ctx.companyId === NO_COMPANY) return;
  emit(tx, {
    type: 'user.password_reset_requested',
    object: 'user',
    recordId: userId,
    data: { id: userId, email },
  });
}
