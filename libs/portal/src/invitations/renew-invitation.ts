import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import { hashToken, parseToken, type Visitor } from '@quittance/identity';
import type { PortalUserId } from '../actors/portal-actor.js';
import { visitorCtx } from '../sign-in/portal-visitor.js';
import { invite } from '../users/announce-portal-user.js';
import { secondsUntilInvited } from '../users/often-invited.js';
import { lockPortalUser } from '../users/portal-user.repository.js';

/** So often an invitation is sent again on the word of who holds an old one. */
const MOST_RENEWALS = 3;

/** Whose invitation it is, used or not; by primary key. */
const FIND = sql(`
  select t.portal_user_id as id from portal.secret_link t
  where t.company_id = $1 and t.token_hash = $2 and t.purpose = 'invitation'`);

/**
 * Sends an invitation that is over again, to the same address. It says nothing of whether it did:
 * neither whether the link is one, nor whether it was accepted.
 */
@Injectable()
export class RenewInvitation {
  constructor(private readonly db: Database) {}

  async execute(visitor: Visitor, text: string): Promise<void> {
    const token = parseToken(text, 'qp');
    if (!token) return;
    const ctx = visitorCtx(visitor, token.companyId);
    const renewed = (tx: Tx) => renew(tx, hashToken(token));
    await this.db.write(ctx, renewed, { answers: false });
  }
}

async function renew(tx: Tx, link: Buffer): Promise<void> {
  const found = await tx.maybe<{ id: PortalUserId }>(FIND, [tx.ctx.companyId, link]);
  if (!found) return;
  const { user } = await lockPortalUser(tx, found.id);
  if (!user.isActive || user.isVerified || user.renewals >= MOST_RENEWALS) return;
  // Nobody is told whether it was sent, this neither.
  if ((await secondsUntilInvited(tx, user.id)) > 0) return;
  audit(tx, { action: 'portal_user.invitation_renewed', object: 'portal-user', recordId: user.id });
  await invite(tx, user, user.renewals + 1);
}
