import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import type { Instant, UserId } from '@quittance/kernel';
import type { KeyObject } from 'node:crypto';
import { refreshTokenInvalid } from '../identity.errors.js';
import { publicCtx, type Visitor } from '../sign-in/visitor.js';
import { ACCESS_TOKEN_SECONDS, AccessTokens } from '../tokens/access-tokens.js';
import {
  childToken,
  formatToken,
  hashToken,
  parseToken,
  type OpaqueToken,
} from '../tokens/opaque-token.js';
import { judgeRefresh, type PresentedToken } from './refresh.js';
import type { SignedInUser, TokenPair } from './session.js';
import { INSERT_CHILD, LOCK_TOKEN, REVOKE_FAMILY, SPEND_TOKEN } from './session.sql.js';

interface TokenRow extends PresentedToken {
  readonly familyId: string;
  readonly childHash: Buffer | null;
  readonly userId: UserId;
  readonly email: string;
  readonly name: string;
  readonly now: Instant;
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
    const user = await this.db.write(ctx, (tx) => spend(tx, parent, child), { answers: false });
    // Thrown after the commit: a reuse has just revoked the family, and that must stand.
    if (!user) throw refreshTokenInvalid();
    return {
      accessToken: this.tokens.sign({ ...user, audience: 'staff' }, visitor.now),
      refreshToken: formatToken(child),
      tokenType: 'Bearer',
      expiresIn: ACCESS_TOKEN_SECONDS,
      user,
    };
  }
}

async function spend(
  tx: Tx,
  parent: OpaqueToken,
  child: OpaqueToken,
): Promise<SignedInUser | undefined> {
  const { companyId } = tx.ctx;
  const parentHash = hashToken(parent);
  const row = await tx.maybe<TokenRow>(LOCK_TOKEN, [companyId, parentHash]);
  if (!row) return undefined;
  const user = { id: row.userId, email: row.email, name: row.name, companyId };
  const childHash = hashToken(child);
  switch (judgeRefresh(row, row.now)) {
    case 'rotate':
      await Promise.all([
        tx.run(SPEND_TOKEN, [companyId, parentHash, childHash]),
        tx.run(INSERT_CHILD, [companyId, childHash, row.familyId]),
      ]);
      return user;
    case 'repeat':
      return row.childHash?.equals(childHash) ? user : undefined;
    case 'reuse':
      await tx.run(REVOKE_FAMILY, [companyId, row.familyId, 'refresh token used twice']);
      audit(tx, { action: 'auth.refresh_reused', object: 'user', recordId: row.userId });
      return undefined;
    case 'refuse':
      return undefined;
  }
}
