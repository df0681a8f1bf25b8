import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import { notFound, type Ctx, type SessionId } from '@quittance/kernel';
import { REVOKE_FAMILY_OF_USER } from './session.sql.js';

/** Ends one of the caller's own sessions at once, the current one too: that is a sign-out. */
@Injectable()
export class EndSession {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found for a session that is another's, unknown or over */
  async execute(ctx: Ctx, sessionId: SessionId): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      const { companyId, userId } = ctx;
      const ended = await tx.run(REVOKE_FAMILY_OF_USER, [companyId, sessionId, userId]);
      if (ended === 0) throw notFound({ object: 'session' });
      const after = { sessionId };
      audit(tx, { action: 'auth.session_ended', object: 'user', recordId: userId, after });
    });
  }
}
