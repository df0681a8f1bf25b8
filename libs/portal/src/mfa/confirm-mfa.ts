import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import type { PortalCtx } from '../actors/portal-actor.js';
import { lockCredential } from '../credentials/credential.repository.js';
import { portalSessions } from '../credentials/portal-tables.js';
import { mfaCodeInvalid, mfaNotAllowed } from '../portal.errors.js';
import { tellOfSecurity } from '../security/security-notice.js';
import { endSteps } from '../sign-in/sign-in-steps.js';
import { MfaVault } from './mfa-vault.js';
import { confirmFactor, factorState, findFactor } from './mfa.repository.js';
import { matchedStep } from './totp.js';

/**
 * Has the credential sign in by the authenticator whose first code it is. Every other session ends:
 * none that began by a password alone goes on. The recovery codes are answered this once.
 */
@Injectable()
export class ConfirmMfa {
  constructor(
    private readonly db: Database,
    private readonly vault: MfaVault,
  ) {}

  /** @throws DomainError mfa_code_invalid, mfa_not_allowed */
  async execute(ctx: PortalCtx, code: string): Promise<readonly string[]> {
    return this.db.write(ctx, (tx) => confirm(tx, ctx, code, this.vault));
  }
}

async function confirm(tx: Tx, ctx: PortalCtx, code: string, vault: MfaVault) {
  const { companyId, portal, now } = ctx;
  const { credentialId, sessionId, portalUserId: recordId } = portal;
  await lockCredential(tx, credentialId);
  const { policy } = await factorState(tx, credentialId);
  if (policy === 'off') throw mfaNotAllowed();
  const { pending } = await findFactor(tx, credentialId);
  const secret = pending && vault.open(pending, { companyId, credentialId });
  const given = code.replaceAll(' ', '');
  const step = secret ? matchedStep(secret, given, { now, usedStep: null }) : null;
  if (pending === null || step === null) throw mfaCodeInvalid();
  const codes = await confirmFactor(tx, credentialId, { secret: pending, step });
  const others = [companyId, credentialId, sessionId];
  await Promise.all([
    endSteps(tx, credentialId),
    tx.run(portalSessions.REVOKE_OTHER_FAMILIES, others),
  ]);
  audit(tx, { action: 'portal_user.mfa_set_up', object: 'portal-user', recordId });
  tellOfSecurity(tx, { id: recordId, ...portal }, 'mfa_on');
  return codes;
}
