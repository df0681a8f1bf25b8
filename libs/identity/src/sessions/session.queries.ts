import { sql, type Tx } from '@quittance/database';
import type { Instant, SessionId, UserId } from '@quittance/kernel';

/** A live session as its user sees it. */
export interface SessionView {
  readonly id: SessionId;
  /** Whether it is the one that asks. */
  readonly current: boolean;
  /** What the client said it is; null for sessions from before this was kept. */
  readonly userAgent: string | null;
  /** Where it was last used from. */
  readonly ip: string | null;
  readonly createdAt: Instant;
  /**
   * The sign-in or the last refresh: at most the life of an access token ago while it is in use.
   */
  readonly lastUsedAt: Instant;
  readonly expiresAt: Instant;
}

/** Sessions that are listed; programs that sign in anew each time leave many. */
export const MOST_SESSIONS_LISTED = 200;

/** Live sessions of a user, the last used first, by refresh_family_user_index. */
const LIST_SESSIONS = sql(`
  select f.id, f.id is not distinct from $3::uuid as current, f.user_agent as "userAgent", f.ip,
    f.created_at as "createdAt", coalesce(f.last_used_at, f.created_at) as "lastUsedAt",
    f.expires_at as "expiresAt"
  from identity.refresh_family f
  where f.company_id = $1 and f.user_id = $2 and f.revoked_at is null and f.expires_at > now()
  order by f.id is not distinct from $3::uuid desc, coalesce(f.last_used_at, f.created_at) desc,
    f.id desc
  limit ${MOST_SESSIONS_LISTED}`);

/** The live sessions of a user: the current one first, then the last used. */
export function listSessions(tx: Tx, userId: UserId): Promise<SessionView[]> {
  const { companyId, sessionId } = tx.ctx;
  return tx.rows<SessionView>(LIST_SESSIONS, [companyId, userId, sessionId ?? null]);
}
