import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import type { PortalCtx } from '../actors/portal-actor.js';
import { lockCredential } from '../credentials/credential.repository.js';
import { mfaNotAllowed } from '../portal.errors.js';
import { MfaVault } from './mfa-vault.js';
import { factorState, keepPending } from './mfa.repository.js';
import { OwnProof, type SelfProof } from './own-proof.js';
import { newAuthenticator, type AuthenticatorSecret } from './second-factors.js';

/**
 * Makes the secret of an authenticator, which signs nobody in before its first code was right.
 * Where there is one already, both factors are asked for before another takes its place.
 */
@Injectable()
export class StartMfa {
  constructor(
    private readonly db: Database,
    private readonly vault: MfaVault,
    private readonly proof: OwnProof,
  ) {}

  /**
   * @throws DomainError mfa_not_allowed, validation_failed, mfa_code_invalid, account_locked,
   *   sign_in_busy
   */
  async execute(ctx: PortalCtx, given: Partial<SelfProof>): Promise<AuthenticatorSecret> {
    const { companyId, portal } = ctx;
    const { credentialId, portalUserId: recordId, email } = portal;
    const { policy, hasMfa } = await this.db.read(ctx, (tx) => factorState(tx, credentialId));
    if (policy === 'off') throw mfaNotAllowed();
    const { password = '', code = '' } = given;
    if (hasMfa) await this.proof.require(ctx, { password, code });
    return this.db.write(ctx, async (tx) => {
      await lockCredential(tx, credentialId);
      const made = await newAuthenticator(tx, email);
      const sealed = this.vault.seal(made.secret, { companyId, credentialId });
      await keepPending(tx, credentialId, sealed);
      audit(tx, { action: 'portal_user.mfa_started', object: 'portal-user', recordId });
      return made;
    });
  }
}
