import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import {
  AccessTokens,
  formatToken,
  hashToken,
  parseToken,
  refreshing,
  signInRefused,
  type PresentedToken,
  type Visitor,
} from '@quittance/identity';
import type { Instant, SessionId } from '@quittance/kernel';
import type { KeyObject } from 'node:crypto';
import { secondsLeft, type PortalDirectory } from '../actors/portal-actor.js';
import { MEMBER_COLUMNS, MEMBER_PARTIES, mayAct, type Member } from '../credentials/member.js';
import { portalSessions } from '../credentials/portal-tables.js';
import { askedFactor, DEFAULT_MFA_POLICY, type MfaPolicy } from '../mfa/mfa-policy.js';
import { visitorCtx } from '../sign-in/portal-visitor.js';
import {
  REMEMBERED_IDLE_SECONDS,
  portalTokens,
  type BegunSession,
  type Channel,
  type PortalTokens,
} from './portal-session.js';
import { SESSION_LOCKED_UNTIL } from './session-lock.js';

/** Tabs of one browser that wake together are answered alike; a program has one place for it. */
const OVERLAP_SECONDS: Readonly<Record<Channel, number>> = { browser: 10, program: 0 };

/** A presented token with its family and user, by primary key; concurrent refreshes wait here. */
const LOCK_TOKEN = sql(`
  select ${MEMBER_COLUMNS}, t.family_id as "familyId", t.spent_at as "spentAt",
    t.child_hash as "childHash", coalesce((select c.spent_at is not null
      from portal.refresh_token c
      where c.company_id = $1 and c.token_hash = t.child_hash), false) as "childSpent",
    f.expires_at as "familyExpiresAt", f.revoked_at as "familyRevokedAt", f.channel, f.remembered,
    coalesce(p.mfa, '${DEFAULT_MFA_POLICY}') as "mfaPolicy", m.secret is not null as "hasMfa",
    ${SESSION_LOCKED_UNTIL} as "lockedUntil", clock_timestamp() as now
  from portal.refresh_token t
  join portal.refresh_family f on f.company_id = $1 and f.id = t.family_id
  join portal.portal_user u on u.company_id = $1 and u.id = f.portal_user_id
  join portal.credential k on k.company_id = $1 and k.id = u.credential_id
  left join portal.known_device d on d.company_id = $1 and d.id = f.device_id
  left join identity.pub_directory s on s.company_id = $1 and s.audience = u.directory
  left join portal.settings p on p.company_id = $1
  left join portal.mfa m on m.company_id = $1 and m.credential_id = k.id
  ${MEMBER_PARTIES}
  where t.company_id = $1 and t.token_hash = $2
  for update of t`);

/** A session that is used lives on, but not beyond its end; by primary key. */
const PROLONG = sql(`
  update portal.refresh_family f set last_used_at = t.at, ip = $3, user_agent = $4,
    expires_at = case when f.remembered or f.channel = 'program'
      then least(f.ends_at, t.until) else f.expires_at end
  from (select now() as at, now() + make_interval(secs => $5::int) as until) t
  where f.company_id = $1 and f.id = $2 and f.revoked_at is null`);

interface TokenRow extends Member, Omit<PresentedToken, 'userMaySignIn'> {
  readonly familyId: SessionId;
  readonly childHash: Buffer | null;
  readonly channel: Channel;
  readonly remembered: boolean;
  readonly mfaPolicy: MfaPolicy;
  readonly hasMfa: boolean;
  readonly lockedUntil: Instant | null;
  readonly now: Instant;
}

/** A refresh token as it was brought, and where. */
export interface PresentedRefresh {
  readonly refreshToken: string;
  readonly directory: PortalDirectory;
  /** By a cookie, or in the body. */
  readonly channel: Channel;
}

/** Spends a refresh token for a new pair. A spent one that comes back ends its session. */
@Injectable()
export class RefreshPortalSession {
  private readonly key: KeyObject;

  constructor(
    private readonly db: Database,
    private readonly tokens: AccessTokens,
  ) {
    this.key = tokens.derivedKey('portal refresh token child');
  }

  /** @throws DomainError refresh_token_invalid, account_locked */
  async execute(visitor: Visitor, presented: PresentedRefresh): Promise<PortalTokens> {
    const parent = parseToken(presented.refreshToken, 'qr');
    if (!parent) throw signInRefused.refreshTokenInvalid();
    const { companyId } = parent;
    const child = refreshing.child(parent, this.key);
    const hashes = { parent: hashToken(parent), child: hashToken(child) };
    const asked = { ...presented, hashes, userAgent: visitor.userAgent ?? null };
    const ctx = visitorCtx(visitor, companyId);
    const row = await this.db.write(ctx, (tx) => spend(tx, asked), { answers: false });
    // Thrown after the commit: a reuse has just ended the session, and that must stand.
    if (!row) throw signInRefused.refreshTokenInvalid();
    const { familyId: sessionId, channel, remembered } = row;
    const refreshToken = formatToken(child);
    const session: BegunSession = { sessionId, refreshToken, channel, remembered };
    return portalTokens(this.tokens, { companyId, member: row, session, now: visitor.now });
  }
}

interface Refresh extends Omit<PresentedRefresh, 'refreshToken'> {
  readonly hashes: { readonly parent: Buffer; readonly child: Buffer };
  readonly userAgent: string | null;
}

async function spend(tx: Tx, asked: Refresh): Promise<TokenRow | undefined> {
  const { companyId, ip } = tx.ctx;
  const { hashes, userAgent } = asked;
  const row = await tx.maybe<TokenRow>(LOCK_TOKEN, [companyId, hashes.parent]);
  // A token that comes another way than it went is none: a script has no cookie to read.
  if (!row || row.directory !== asked.directory || row.channel !== asked.channel) return undefined;
  // Who must have a second factor by now sets one up at the next sign-in.
  const isShort = askedFactor(row.mfaPolicy, row) === 'set-up';
  const presented = { ...row, userMaySignIn: mayAct({ ...row, locked: false }) && !isShort };
  const verdict = refreshing.judge(presented, row.now, OVERLAP_SECONDS[row.channel]);
  if (verdict !== 'refuse' && verdict !== 'reuse' && row.lockedUntil !== null) {
    const seconds = secondsLeft(row.lockedUntil, row.now);
    throw signInRefused.accountLocked({ seconds }, { retryAfter: seconds });
  }
  switch (verdict) {
    case 'rotate':
      await Promise.all([
        tx.run(portalSessions.SPEND_TOKEN, [companyId, hashes.parent, hashes.child, row.now]),
        tx.run(portalSessions.INSERT_CHILD, [companyId, hashes.child, row.familyId]),
        tx.run(PROLONG, [companyId, row.familyId, ip, userAgent, REMEMBERED_IDLE_SECONDS]),
      ]);
      return row;
    case 'repeat':
      return row.childHash?.equals(hashes.child) ? row : undefined;
    case 'reuse':
      await tx.run(portalSessions.REVOKE_FAMILY, [
        companyId,
        row.familyId,
        'refresh token used twice',
      ]);
      audit(tx, {
        action: 'portal_user.refresh_reused',
        object: 'portal-user',
        recordId: row.id,
        after: { sessionId: row.familyId },
      });
      return undefined;
    case 'refuse':
      return undefined;
  }
}
