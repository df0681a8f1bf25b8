import { namedSql, sql, type Tx } from '@quittance/database';
import {
  formatToken,
  hashToken,
  newOpaqueToken,
  type AccessTokens,
  type KnownDevice,
} from '@quittance/identity';
import { newId, type CompanyId, type Instant, type SessionId } from '@quittance/kernel';
import type { CredentialId, PortalUserId } from '../actors/portal-actor.js';
import { portalSessions } from '../credentials/portal-tables.js';
import { signedInAs, type Member, type SignedInPortal } from '../credentials/member.js';

/**
 * `browser` has its refresh token in a cookie that no script reads; `program` has it in the answer.
 */
export const CHANNELS = ['browser', 'program'] as const;
export type Channel = (typeof CHANNELS)[number];

const DAY = 24 * 3600;
/** A session lives so long after it was last refreshed, and no longer than the second in all. */
const REMEMBERED = { idle: 30 * DAY, whole: 90 * DAY };
/** In a browser that was not asked to remember: half a day, however busy it is. */
const NOT_REMEMBERED = { idle: DAY / 2, whole: DAY / 2 };

export const REMEMBERED_IDLE_SECONDS = REMEMBERED.idle;

/** Where a session runs and how long it is wanted. */
export interface SessionWish {
  readonly channel: Channel;
  readonly remembered: boolean;
  readonly deviceId: KnownDevice['id'] | null;
  readonly userAgent: string | null;
  /** When one ends that this one goes on from: it lives no longer than that. */
  readonly endsAt?: Instant;
}

/** A session with its first refresh token, of which only the hash is stored. */
export interface BegunSession extends Pick<SessionWish, 'channel' | 'remembered'> {
  readonly sessionId: SessionId;
  readonly refreshToken: string;
}

/** The answer to a sign-in, a choice, an accepted invitation and a refresh. */
export interface PortalTokens extends SignedInPortal, BegunSession {
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  /** Seconds the access token is good for, as long as its session lives. */
  readonly expiresIn: number;
}

/** A new family with its first token, by no index; times are the database's. */
const INSERT = namedSql(
  `with family as (
     insert into portal.refresh_family (company_id, id, credential_id, portal_user_id, device_id,
       channel, remembered, user_agent, ip, created_at, last_used_at, expires_at, ends_at)
     values (:companyId, :id, :credentialId, :portalUserId, :deviceId, :channel, :remembered,
       :userAgent, :ip, now(), now(), least(now() + make_interval(secs => :idle), :endsAt),
       least(now() + make_interval(secs => :whole), :endsAt)))
   insert into portal.refresh_token (company_id, token_hash, family_id, created_at)
   values (:companyId, :tokenHash, :id, now())`,
  {
    values: {
      id: 'uuid',
      credentialId: 'uuid',
      portalUserId: 'uuid',
      deviceId: 'uuid',
      channel: 'text',
      remembered: 'boolean',
      userAgent: 'text',
      idle: 'integer',
      whole: 'integer',
      endsAt: 'timestamptz',
      tokenHash: 'bytea',
    },
  },
);

/** What is the default of the next choice, and when the user came last; by primary keys. */
const CHOSEN = sql(`
  update portal.credential set last_user_id = $3 where company_id = $1 and id = $2`);
const CAME = sql(`
  update portal.portal_user set last_sign_in_at = now() where company_id = $1 and id = $2`);

/** Begins a session of the user, whose id is that of its family of refresh tokens. */
export async function beginSession(
  tx: Tx,
  { id: portalUserId, credentialId }: Pick<Member, 'id' | 'credentialId'>,
  wish: SessionWish,
): Promise<BegunSession> {
  const { companyId } = tx.ctx;
  const { channel, remembered, deviceId, userAgent, endsAt = null } = wish;
  const id = newId<'session'>();
  const token = newOpaqueToken('qr', companyId);
  const life = channel === 'program' || remembered ? REMEMBERED : NOT_REMEMBERED;
  const place = { channel, remembered, deviceId, userAgent };
  const whose = { id, credentialId, portalUserId, tokenHash: hashToken(token) };
  await Promise.all([
    INSERT.run(tx, { ...whose, ...place, ...life, endsAt }),
    tx.run(CHOSEN, [companyId, credentialId, portalUserId]),
    tx.run(CAME, [companyId, portalUserId]),
  ]);
  return { sessionId: id, refreshToken: formatToken(token), channel, remembered };
}

/** What a client goes on with in a session. */
export function portalTokens(
  tokens: AccessTokens,
  { companyId, member, session, now }: TokensOf,
): PortalTokens {
  const { sessionId } = session;
  const holder = { id: member.id, companyId, sessionId, audience: member.directory };
  return {
    ...signedInAs(companyId, member),
    ...session,
    accessToken: tokens.sign(holder, now),
    tokenType: 'Bearer',
    expiresIn: tokens.lifeSeconds,
  };
}

interface TokensOf {
  readonly companyId: CompanyId;
  readonly member: Member;
  readonly session: BegunSession;
  readonly now: Instant;
}

/** Ends every session of a credential: what it knows is another secret now. */
export function endSessionsOfCredential(tx: Tx, id: CredentialId, reason: string): Promise<number> {
  return tx.run(portalSessions.REVOKE_FAMILIES_OF_USER, [tx.ctx.companyId, id, reason]);
}

/** By refresh_family_user_index. */
const REVOKE_OF_PORTAL_USER = sql(`
  update portal.refresh_family set revoked_at = now(), revoked_reason = $3
  where company_id = $1 and portal_user_id = $2 and revoked_at is null`);

/** Ends every session of one user; those of other users of the credential go on. */
export function endSessionsOf(tx: Tx, id: PortalUserId, reason: string): Promise<number> {
  return tx.run(REVOKE_OF_PORTAL_USER, [tx.ctx.companyId, id, reason]);
}
