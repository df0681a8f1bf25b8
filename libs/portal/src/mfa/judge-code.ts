import type { Tx } from '@quittance/database';
import type { CredentialId } from '../actors/portal-actor.js';
import type { MfaVault } from './mfa-vault.js';
import { findFactor, useRecoveryCode, useStep } from './mfa.repository.js';
import { matchedStep } from './totp.js';

/** `none`: there is no authenticator. */
export type CodeVerdict = 'right' | 'recovery' | 'wrong' | 'none';

/**
 * Judges a code of the authenticator, or one that stands in for it, and uses it up: each is good
 * once. The credential must be locked, so that of two at once one is judged behind the other.
 */
export async function judgeCode(
  tx: Tx,
  credentialId: CredentialId,
  { code, vault }: { readonly code: string; readonly vault: MfaVault },
): Promise<CodeVerdict> {
  const { companyId, now } = tx.ctx;
  const { secret: sealed, usedStep } = await findFactor(tx, credentialId);
  if (!sealed) return 'none';
  const secret = vault.open(sealed, { companyId, credentialId });
  const step = matchedStep(secret, code.replaceAll(' ', ''), { now, usedStep });
  if (step !== null) {
    await useStep(tx, credentialId, step);
    return 'right';
  }
  return (await useRecoveryCode(tx, credentialId, code)) ? 'recovery' : 'wrong';
}
