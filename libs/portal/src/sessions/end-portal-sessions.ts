import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql } from '@quittance/database';
import { notFound, type SessionId } from '@quittance/kernel';
import type { PortalCtx } from '../actors/portal-actor.js';

/** One by primary key, the others by refresh_family_user_index. */
const END_ONE = sql(`
  update portal.refresh_family set revoked_at = now(), revoked_reason = 'ended by the user'
  where company_id = $1 and portal_user_id = $2 and id = $3 and revoked_at is null
    and expires_at > now()`);
const END_OTHERS = sql(`
  update portal.refresh_family set revoked_at = now(), revoked_reason = 'ended by the user'
  where company_id = $1 and portal_user_id = $2 and id <> $3 and revoked_at is null
    and expires_at > now()`);

/** Ends sessions of the user at once, access tokens and all. */
@Injectable()
export class EndPortalSessions {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found for a session that is another's, unknown or over */
  async execute(ctx: PortalCtx, sessionId: SessionId): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      const { companyId, portal } = ctx;
      const ended = await tx.run(END_ONE, [companyId, portal.portalUserId, sessionId]);
      if (ended === 0) throw notFound({ object: 'session' });
      const about = { object: 'portal-user', recordId: portal.portalUserId };
      audit(tx, { action: 'portal_user.session_ended', ...about, after: { sessionId } });
    });
  }

  /** All of them but the one that asks. */
  async others(ctx: PortalCtx): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      const { companyId, portal } = ctx;
      const { portalUserId: recordId, sessionId } = portal;
      const ended = await tx.run(END_OTHERS, [companyId, recordId, sessionId]);
      if (ended === 0) return;
      const about = { object: 'portal-user', recordId };
      audit(tx, { action: 'portal_user.sessions_ended', ...about, after: { ended } });
    });
  }
}
