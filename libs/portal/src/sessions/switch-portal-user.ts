import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import { AccessTokens } from '@quittance/identity';
import { notFound } from '@quittance/kernel';
import type { PortalActor, PortalCtx, PortalUserId } from '../actors/portal-actor.js';
import { mayAct, portalMembersOf } from '../credentials/member.js';
import { portalSessions } from '../credentials/portal-tables.js';
import { askedFactor } from '../mfa/mfa-policy.js';
import { factorState } from '../mfa/mfa.repository.js';
import { mfaRequiredByPolicy } from '../portal.errors.js';
import {
  beginSession,
  portalTokens,
  type PortalTokens,
  type SessionWish,
} from './portal-session.js';

/** By primary key; whoever ends the session meanwhile waits, or has ended it. */
const LOCK_SESSION = sql(`
  select channel, remembered, device_id as "deviceId", user_agent as "userAgent",
    ends_at as "endsAt"
  from portal.refresh_family
  where company_id = $1 and id = $2 and portal_user_id = $3 and revoked_at is null
  for no key update`);

/**
 * Goes on as another user of the same credential; the session before ends, tokens and all, and the
 * one that follows lives as long as that one would have: nobody stays in by switching.
 */
@Injectable()
export class SwitchPortalUser {
  constructor(
    private readonly db: Database,
    private readonly tokens: AccessTokens,
  ) {}

  /**
   * @throws DomainError not_found where the credential has no such user who may act,
   *   mfa_required_by_policy where that user must have a second factor and has none
   */
  async execute(ctx: PortalCtx, id: PortalUserId): Promise<PortalTokens> {
    const { companyId, now } = ctx;
    return this.db.write(ctx, async (tx) => {
      const { member, session } = await goOn(tx, ctx.portal, id);
      return portalTokens(this.tokens, { companyId, member, session, now });
    });
  }
}

async function goOn(tx: Tx, actor: PortalActor, id: PortalUserId) {
  const { companyId } = tx.ctx;
  const { sessionId, portalUserId, credentialId } = actor;
  const before = [companyId, sessionId, portalUserId];
  const place = await tx.maybe<Required<SessionWish>>(LOCK_SESSION, before);
  const members = await portalMembersOf(tx, [credentialId]);
  const member = members.find((each) => each.id === id && mayAct(each));
  if (!place || !member) throw notFound({ object: 'portal user' });
  const { policy, hasMfa } = await factorState(tx, credentialId);
  const asked = askedFactor(policy, { role: member.role, hasMfa });
  if (asked === 'set-up') throw mfaRequiredByPolicy();
  await tx.run(portalSessions.REVOKE_FAMILY, [companyId, sessionId, 'switched']);
  const session = await beginSession(tx, member, place);
  const after = { from: portalUserId };
  audit(tx, { action: 'portal_user.switched', object: 'portal-user', recordId: id, after });
  return { member, session };
}
