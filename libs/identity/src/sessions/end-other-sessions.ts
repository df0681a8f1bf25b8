import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { REVOKE_OTHER_FAMILIES } from './session.sql.js';

/** Ends every session of the caller at once but the one that asks; an API key has none. */
@Injectable()
export class EndOtherSessions {
  constructor(private readonly db: Database) {}

  async execute(ctx: Ctx): Promise<void> {
    const { companyId, userId, sessionId } = ctx;
    if (userId === null || sessionId === undefined) return;
    await this.db.write(ctx, async (tx) => {
      const ended = await tx.run(REVOKE_OTHER_FAMILIES, [companyId, userId, sessionId]);
      if (ended === 0) return;
      const after = { ended };
      audit(tx, { action: 'auth.sessions_ended', object: 'user', recordId: userId, after });
    });
  }
}
