import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql } from '@quittance/database';
import { hashToken, parseToken, type Visitor } from '@quittance/identity';
import type { PortalUserId } from '../actors/portal-actor.js';
import { visitorCtx } from '../sign-in/portal-visitor.js';
import type { PresentedRefresh } from './refresh-portal-session.js';

/** Ends the family of a token and names its user, by primary key. */
const END = sql(`
  update portal.refresh_family f set revoked_at = now(), revoked_reason = 'signed out'
  from portal.refresh_token t, portal.portal_user u
  where t.company_id = $1 and t.token_hash = $2 and f.company_id = $1 and f.id = t.family_id
    and u.company_id = $1 and u.id = f.portal_user_id and u.directory = $3 and f.channel = $4
    and f.revoked_at is null
  returning f.portal_user_id as id`);

/**
 * Ends the session that a refresh token belongs to, its access tokens included; an unknown or ended
 * one changes nothing.
 */
@Injectable()
export class SignOutPortal {
  constructor(private readonly db: Database) {}

  async execute(visitor: Visitor, presented: PresentedRefresh): Promise<void> {
    const token = parseToken(presented.refreshToken, 'qr');
    if (!token) return;
    const { directory, channel } = presented;
    const params = [token.companyId, hashToken(token), directory, channel];
    const ctx = visitorCtx(visitor, token.companyId);
    const own = { answers: false };
    await this.db.write(
      ctx,
      async (tx) => {
        const ended = await tx.maybe<{ id: PortalUserId }>(END, params);
        if (!ended) return;
        audit(tx, { action: 'portal_user.sign_out', object: 'portal-user', recordId: ended.id });
      },
      own,
    );
  }
}
