import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { PortalCtx } from '../actors/portal-actor.js';
import { lockCredential } from '../credentials/credential.repository.js';
import { mayAct, portalMembersOf } from '../credentials/member.js';
import { mfaRequiredByPolicy } from '../portal.errors.js';
import { tellOfSecurity } from '../security/security-notice.js';
import { mustHaveMfa } from './mfa-policy.js';
import { factorState, removeFactor } from './mfa.repository.js';
import { OwnProof, type SelfProof } from './own-proof.js';

/** Has somebody sign in by their password alone again, who shows that they have both factors. */
@Injectable()
export class RemoveMfa {
  constructor(
    private readonly db: Database,
    private readonly proof: OwnProof,
  ) {}

  /**
   * @throws DomainError not_found where there is none, mfa_required_by_policy, validation_failed,
   *   mfa_code_invalid, account_locked, sign_in_busy
   */
  async execute(ctx: PortalCtx, given: SelfProof): Promise<void> {
    await this.db.read(ctx, (tx) => requireRemovable(tx, ctx));
    await this.proof.require(ctx, given);
    await this.db.write(ctx, async (tx) => {
      const { credentialId, portalUserId: recordId } = ctx.portal;
      await lockCredential(tx, credentialId);
      await requireRemovable(tx, ctx);
      await removeFactor(tx, credentialId);
      audit(tx, { action: 'portal_user.mfa_removed', object: 'portal-user', recordId });
      tellOfSecurity(tx, { id: recordId, ...ctx.portal }, 'mfa_off');
    });
  }
}

/** The factor is that of all users of the credential: one who must have it keeps it for all. */
async function requireRemovable(tx: Tx, { portal }: PortalCtx): Promise<void> {
  const [{ policy, hasMfa }, members] = await Promise.all([
    factorState(tx, portal.credentialId),
    portalMembersOf(tx, [portal.credentialId]),
  ]);
  if (!hasMfa) throw notFound({ object: 'second factor' });
  const must = members.filter(mayAct).some(({ role }) => mustHaveMfa(policy, role));
  if (must) throw mfaRequiredByPolicy();
}
