import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { PortalCtx } from '../actors/portal-actor.js';
import { lockCredential } from '../credentials/credential.repository.js';
import { tellOfSecurity } from '../security/security-notice.js';
import { factorState, replaceRecoveryCodes } from './mfa.repository.js';
import { OwnProof, type SelfProof } from './own-proof.js';

/**
 * Gives somebody new recovery codes who shows that they have both factors: the old ones are worth
 * nothing from then on, and the authenticator stays as it is. They are answered this once.
 */
@Injectable()
export class RenewRecoveryCodes {
  constructor(
    private readonly db: Database,
    private readonly proof: OwnProof,
  ) {}

  /**
   * @throws DomainError not_found where there is no second factor, validation_failed,
   *   mfa_code_invalid, account_locked, sign_in_busy
   */
  async execute(ctx: PortalCtx, given: SelfProof): Promise<readonly string[]> {
    await this.db.read(ctx, (tx) => requireFactor(tx, ctx));
    await this.proof.require(ctx, given);
    return this.db.write(ctx, async (tx) => {
      const { credentialId, portalUserId: recordId } = ctx.portal;
      await lockCredential(tx, credentialId);
      await requireFactor(tx, ctx);
      const codes = await replaceRecoveryCodes(tx, credentialId);
      const about = { object: 'portal-user', recordId };
      audit(tx, { action: 'portal_user.recovery_codes_renewed', ...about });
      tellOfSecurity(tx, { id: recordId, ...ctx.portal }, 'recovery_codes_renewed');
      return codes;
    });
  }
}

async function requireFactor(tx: Tx, { portal }: PortalCtx): Promise<void> {
  const { hasMfa } = await factorState(tx, portal.credentialId);
  if (!hasMfa) throw notFound({ object: 'second factor' });
}
