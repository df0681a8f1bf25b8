import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import {
  hashToken,
  parseToken,
  refreshing,
  type AccessClaims,
  type Visitor,
} from '@quittance/identity';
import type { CompanyId } from '@quittance/kernel';
import type { PortalUserId } from '../actors/portal-actor.js';
import { portalSessions } from '../credentials/portal-tables.js';
import { visitorCtx } from '../sign-in/portal-visitor.js';
import type { PresentedRefresh } from './refresh-portal-session.js';

/** Ends the family of a token and names its user, by primary key. */
const END = sql(`
  update portal.refresh_family f set revoked_at = now(), revoked_reason = '${refreshing.signedOut}'
  from portal.refresh_token t, portal.portal_user u
  where t.company_id = $1 and t.token_hash = $2 and f.company_id = $1 and f.id = t.family_id
    and u.company_id = $1 and u.id = f.portal_user_id and u.directory = $3 and f.channel = $4
    and f.revoked_at is null
  returning f.portal_user_id as id`);

/**
 * Ends the session that a refresh token belongs to, or an access token was made in, with all tokens
 * of it; an unknown or ended one changes nothing.
 */
@Injectable()
export class SignOutPortal {
  constructor(private readonly db: Database) {}

  async execute(visitor: Visitor, presented: PresentedRefresh | AccessClaims): Promise<void> {
    if ('cid' in presented) {
      return this.end(visitor, presented.cid, (tx) => endOfClaims(tx, presented));
    }
    const token = parseToken(presented.refreshToken, 'qr');
    if (!token) return;
    const { directory, channel } = presented;
    const params = [token.companyId, hashToken(token), directory, channel];
    await this.end(visitor, token.companyId, async (tx) => {
      return (await tx.maybe<{ id: PortalUserId }>(END, params))?.id;
    });
  }

  private async end(visitor: Visitor, companyId: CompanyId, work: Ending): Promise<void> {
    const ctx = visitorCtx(visitor, companyId);
    const signOut = async (tx: Tx) => {
      const recordId = await work(tx);
      if (recordId) audit(tx, { action: 'portal_user.sign_out', object: 'portal-user', recordId });
    };
    await this.db.write(ctx, signOut, { answers: false });
  }
}

/** Answers whose session it was, where it was not over. */
type Ending = (tx: Tx) => Promise<string | undefined>;

async function endOfClaims(tx: Tx, { sid, sub }: AccessClaims): Promise<string | undefined> {
  const params = [tx.ctx.companyId, sid, refreshing.signedOut];
  return (await tx.run(portalSessions.REVOKE_FAMILY, params)) > 0 ? sub : undefined;
}
