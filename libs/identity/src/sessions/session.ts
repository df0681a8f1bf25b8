import { sql, type Tx } from '@quittance/database';
import {
  newId,
  type CompanyId,
  type Instant,
  type SessionId,
  type UserId,
} from '@quittance/kernel';
import type { DeviceId } from '../devices/device-store.js';
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from '../tokens/access-tokens.js';
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
  /** Seconds the access token is good for, as long as its session lives. */
  readonly expiresIn: number;
  readonly user: SignedInUser;
}

/** Where a session runs. */
export interface SessionPlace {
  readonly deviceId: DeviceId | null;
  readonly userAgent: string | null;
}

/** A device that is not known, and says nothing of itself. */
const NOWHERE: SessionPlace = Object.freeze({ deviceId: null, userAgent: null });

/** A session with a refresh token of it, which is stored only as a hash. */
export interface StartedSession {
  readonly sessionId: SessionId;
  readonly refreshToken: string;
}

/** Starts a session of the user, whose id is that of its family of refresh tokens. */
export async function startSession(
  tx: Tx,
  userId: UserId,
  { deviceId, userAgent }: SessionPlace = NOWHERE,
): Promise<StartedSession> {
  const { companyId, ip } = tx.ctx;
  const sessionId = newId<'session'>();
  const token = newOpaqueToken('qr', companyId);
  const first = [companyId, sessionId, userId, hashToken(token), FAMILY_SECONDS];
  await tx.run(INSERT_FAMILY, [...first, deviceId, userAgent, ip]);
  return { sessionId, refreshToken: formatToken(token) };
}

/** What a client goes on with in a session. */
export function tokenPair(
  tokens: AccessTokens,
  user: SignedInUser,
  { sessionId, refreshToken }: StartedSession,
  now: Instant,
): TokenPair {
  return {
    accessToken: tokens.sign({ ...user, sessionId, audience: 'staff' }, now),
    refreshToken,
    tokenType: 'Bearer',
    expiresIn: ACCESS_TOKEN_SECONDS,
    user,
  };
}

/** By primary key; whoever ends the session meanwhile waits, or has ended it. */
const LOCK_SESSION = sql(`
  select device_id as "deviceId", user_agent as "userAgent" from identity.refresh_family
  where company_id = $1 and id = $2 and user_id = $3 and revoked_at is null
  for no key update`);

/** Where a live session of the user runs, locked. */
export function lockSession(
  tx: Tx,
  userId: UserId,
  sessionId: SessionId,
): Promise<SessionPlace | undefined> {
  return tx.maybe<SessionPlace>(LOCK_SESSION, [tx.ctx.companyId, sessionId, userId]);
}

/**
 * Ends every session of the user, their access tokens included: after a deactivation or a new
 * password. Answers how many.
 */
export function endSessions(tx: Tx, userId: UserId, reason: string): Promise<number> {
  return tx.run(REVOKE_FAMILIES_OF_USER, [tx.ctx.companyId, userId, reason]);
}
