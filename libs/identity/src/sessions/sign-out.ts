import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { publicCtx, type Visitor } from '../sign-in/visitor.js';
import type { AccessClaims } from '../tokens/access-tokens.js';
import { hashToken, parseToken, type OpaqueToken } from '../tokens/opaque-token.js';
import { REVOKE_FAMILY, REVOKE_FAMILY_OF_TOKEN, SIGNED_OUT } from './session.sql.js';

/**
 * Ends the session that a refresh token belongs to, or an access token was made in, with all tokens
 * of it; an unknown or ended one changes nothing.
 */
@Injectable()
export class SignOut {
  constructor(private readonly db: Database) {}

  async execute(visitor: Visitor, presented: string | AccessClaims): Promise<void> {
    const token = typeof presented === 'string' ? parseToken(presented, 'qr') : presented;
    if (!token) return;
    const companyId = 'cid' in token ? token.cid : token.companyId;
    await this.db.write(
      publicCtx(visitor, companyId),
      async (tx) => {
        const recordId = await ('cid' in token ? endOfClaims(tx, token) : endOfToken(tx, token));
        if (recordId) audit(tx, { action: 'auth.sign_out', object: 'user', recordId });
      },
      { answers: false },
    );
  }
}

/** Whose session it was, where it was not over. */
async function endOfClaims(tx: Tx, { sid, sub }: AccessClaims): Promise<string | undefined> {
  const ended = await tx.run(REVOKE_FAMILY, [tx.ctx.companyId, sid, SIGNED_OUT]);
  return ended > 0 ? sub : undefined;
}

async function endOfToken(tx: Tx, token: OpaqueToken): Promise<string | undefined> {
  const params = [tx.ctx.companyId, hashToken(token)];
  return (await tx.maybe<{ userId: string }>(REVOKE_FAMILY_OF_TOKEN, params))?.userId;
}
