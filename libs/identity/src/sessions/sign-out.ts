import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import { publicCtx, type Visitor } from '../sign-in/visitor.js';
import { hashToken, parseToken } from '../tokens/opaque-token.js';
import { REVOKE_FAMILY_OF_TOKEN } from './session.sql.js';

/**
 * Ends the session a refresh token belongs to, its access tokens included; an unknown or ended one
 * changes nothing.
 */
@Injectable()
export class SignOut {
  constructor(private readonly db: Database) {}

  async execute(visitor: Visitor, refreshToken: string): Promise<void> {
    const token = parseToken(refreshToken, 'qr');
    if (!token) return;
    await this.db.write(
      publicCtx(visitor, token.companyId),
      async (tx) => {
        const params = [token.companyId, hashToken(token)];
        const ended = await tx.maybe<{ userId: string }>(REVOKE_FAMILY_OF_TOKEN, params);
        if (ended) audit(tx, { action: 'auth.sign_out', object: 'user', recordId: ended.userId });
      },
      { answers: false },
    );
  }
}
