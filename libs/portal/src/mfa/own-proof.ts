import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import { PasswordHasher, signInRefused } from '@quittance/identity';
import { invalidField } from '@quittance/kernel';
import type { PortalActor, PortalCtx } from '../actors/portal-actor.js';
import { lockCredential } from '../credentials/credential.repository.js';
import { portalDevices } from '../credentials/portal-tables.js';
import { mfaCodeInvalid } from '../portal.errors.js';
import { judgePassword, type ComparedPassword } from '../sign-in/password-attempt.js';
import { judgeCode } from './judge-code.js';
import { MfaVault } from './mfa-vault.js';

const FIND_HASH = sql(`
  select password_hash as "passwordHash" from portal.credential
  where company_id = $1 and id = $2`);

/** Both factors of somebody who is signed in. */
export interface SelfProof {
  readonly password: string;
  /** Of the authenticator, or one that stands in for it. */
  readonly code: string;
}

type Compared = Pick<ComparedPassword, 'passwordHash' | 'matches'>;

/**
 * Asks somebody who is signed in for both factors, before the second is taken away or replaced: a
 * stolen access token must not be enough, nor a way to guess. What is wrong counts as a failed
 * sign-in of the device, and a code is used up by it, whatever becomes of the request.
 */
@Injectable()
export class OwnProof {
  constructor(
    private readonly db: Database,
    private readonly hasher: PasswordHasher,
    private readonly vault: MfaVault,
  ) {}

  /** @throws DomainError validation_failed, mfa_code_invalid, account_locked, sign_in_busy */
  async require(ctx: PortalCtx, { password, code }: SelfProof): Promise<void> {
    const { credentialId } = ctx.portal;
    const { passwordHash } = await this.db.read(ctx, (tx) =>
      tx.one<Pick<Compared, 'passwordHash'>>(FIND_HASH, [ctx.companyId, credentialId]),
    );
    const asker = { companyId: ctx.companyId, userId: credentialId };
    const matches = await this.hasher.matches(passwordHash, password, asker);
    const asked = { compared: { passwordHash, matches }, code, vault: this.vault };
    const found = await this.db.write(ctx, (tx) => prove(tx, ctx.portal, asked), {
      answers: false,
    });
    // Thrown after the commit: what was wrong has just been counted, and that must stand.
    if (found.outcome === 'locked') {
      const { seconds } = found;
      throw signInRefused.accountLocked({ seconds }, { retryAfter: seconds });
    }
    if (found.outcome === 'password') {
      throw invalidField('/password', 'wrong', 'is not the current password');
    }
    if (found.outcome === 'code') throw mfaCodeInvalid();
  }
}

interface Asked {
  readonly compared: Compared;
  readonly code: string;
  readonly vault: MfaVault;
}

type Proven =
  | { readonly outcome: 'right' | 'password' | 'code' }
  | { readonly outcome: 'locked'; readonly seconds: number };

/** The code is looked at behind a right password alone. */
async function prove(tx: Tx, actor: PortalActor, asked: Asked): Promise<Proven> {
  const { credentialId, sessionId, portalUserId: recordId } = actor;
  const { compared, code, vault } = asked;
  await lockCredential(tx, credentialId);
  const judged = compared.matches ? await judgeCode(tx, credentialId, { code, vault }) : 'wrong';
  const matches = compared.matches && (judged === 'right' || judged === 'recovery');
  const { verdict } = await judgePassword(tx, {
    passwordHash: compared.passwordHash,
    matches,
    credentialId,
    device: (locked) => portalDevices.lockOf(locked, credentialId, sessionId),
  });
  if (verdict.outcome === 'admitted') return { outcome: 'right' };
  audit(tx, { action: 'portal_user.mfa_failed', object: 'portal-user', recordId });
  if (verdict.outcome === 'locked') return { outcome: 'locked', seconds: verdict.secondsLeft };
  return { outcome: compared.matches ? 'code' : 'password' };
}
