import type { Tx } from '@quittance/database';
import { newId, type CompanyId, type UserId } from '@quittance/kernel';
import { formatToken, hashToken, newOpaqueToken } from '../tokens/opaque-token.js';
import { FAMILY_SECONDS } from './refresh.js';
import { INSERT_FAMILY, REVOKE_FAMILIES_OF_USER } from './session.sql.js';

/** Who signed in, as the answers name them. */
export interface SignedInUser {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly companyId: CompanyId;
}

/** The answer to a sign-in or a refresh. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly tokenType: 'Bearer';
  /** Seconds the access token is good for. */
  readonly expiresIn: number;
  readonly user: SignedInUser;
}

/** Starts a session of the user and answers its first refresh token, which is stored only as a hash. */
export async function startSession(tx: Tx, userId: UserId): Promise<string> {
  const token = newOpaqueToken('qr', tx.ctx.companyId);
  await tx.run(INSERT_FAMILY, [
    tx.ctx.companyId,
    newId<'refresh-family'>(),
    userId,
    hashToken(token),
    FAMILY_SECONDS,
  ]);
  return formatToken(token);
}

/** Ends every session of the user: after a deactivation or a new password. Answers how many. */
export function endSessions(tx: Tx, userId: UserId, reason: string): Promise<number> {
  return tx.run(REVOKE_FAMILIES_OF_USER, [tx.ctx.companyId, userId, reason]);
}
