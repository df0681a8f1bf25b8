import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import type { Instant, SessionId, UserId } from '@quittance/kernel';
import type { KeyObject } from 'node:crypto';
import { refreshTokenInvalid } from '../identity.errors.js';
import { publicCtx, type Visitor } from '../sign-in/visitor.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import {
  childToken,
  formatToken,
  hashToken,
  parseToken,
  type OpaqueToken,
} from '../tokens/opaque-token.js';
import { judgeRefresh, type PresentedToken } from './refresh.js';
import { tokenPair, type SignedInUser, type TokenPair } from './session.js';
import {
  INSERT_CHILD,
  LOCK_TOKEN,
  REVOKE_FAMILY,
  SPEND_TOKEN,
  TOUCH_FAMILY,
} from './session.sql.js';

interface TokenRow extends PresentedToken {
  readonly familyId: SessionId;
  readonly childHash: Buffer | null;
  readonly userId: UserId;
  readonly email: string;
  readonly name: string;
  readonly now: Instant;
}

/** Whose session goes on. */
interface Continued {
  readonly user: SignedInUser;
  readonly sessionId: SessionId;
}

/** Spends a refresh token for a new pair. A spent one that comes back later ends its family. */
@Injectable()
export class RefreshSession {
  private readonly key: KeyObject;

  constructor(
    private readonly db: Database,
    private readonly tokens: AccessTokens,
  ) {
    this.key = tokens.derivedKey('refresh token child');
  }

  /** @throws DomainError refresh_token_invalid */
  async execute(visitor: Visitor, refreshToken: string): Promise<TokenPair> {
    const parent = parseToken(refreshToken, 'qr');
    if (!parent) throw refreshTokenInvalid();
    const child = childToken(parent, this.key);
    const ctx = publicCtx(visitor, parent.companyId);
    const userAgent = visitor.userAgent ?? null;
    const continued = await this.db.write(ctx, (tx) => spend(tx, { parent, child, userAgent }), {
      answers: false,
    });
    // Thrown after the commit: a reuse has just revoked the family, and that must stand.
    if (!continued) throw refreshTokenInvalid();
    const { user, sessionId } = continued;
    const session = { sessionId, refreshToken: formatToken(child) };
    return tokenPair(this.tokens, user, session, visitor.now);
  }
}

interface Refresh {
  readonly parent: OpaqueToken;
  readonly child: OpaqueToken;
  readonly userAgent: string | null;
}

async function spend(
  tx: Tx,
  { parent, child, userAgent }: Refresh,
): Promise<Continued | undefined> {
  const { companyId, ip } = tx.ctx;
  const parentHash = hashToken(parent);
  const row = await tx.maybe<TokenRow>(LOCK_TOKEN, [companyId, parentHash]);
  if (!row) return undefined;
  const user = { id: row.userId, email: row.email, name: row.name, companyId };
  const continued = { user, sessionId: row.familyId };
  const childHash = hashToken(child);
  switch (judgeRefresh(row, row.now)) {
    case 'rotate':
      await Promise.all([
        tx.run(SPEND_TOKEN, [companyId, parentHash, childHash, row.now]),
        tx.run(INSERT_CHILD, [companyId, childHash, row.familyId]),
        tx.run(TOUCH_FAMILY, [companyId, row.familyId, ip, userAgent]),
      ]);
      return continued;
    case 'repeat':
      return row.childHash?.equals(childHash) ? continued : undefined;
    case 'reuse':
      await tx.run(REVOKE_FAMILY, [companyId, row.familyId, 'refresh token used twice']);
      audit(tx, { action: 'auth.refresh_reused', object: 'user', recordId: row.userId });
      return undefined;
    case 'refuse':
      return undefined;
  }
}
