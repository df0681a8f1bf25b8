import { Injectable } from '@nestjs/common';
import { readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { Member } from '../credentials/member.js';
import { beginSession, type BegunSession, type SessionWish } from '../sessions/portal-session.js';
import { askedFactor } from './mfa-policy.js';
import { keepMfaStep } from './mfa-steps.js';
import { MfaVault } from './mfa-vault.js';
import { factorState } from './mfa.repository.js';
import { newTotpSecret, totpUri } from './totp.js';

/** What an authenticator is given. */
export interface AuthenticatorSecret {
  /** In base32, for whoever types it. */
  readonly secret: string;
  /** The same as `otpauth://…`, for a picture of squares. */
  readonly uri: string;
}

/** What is asked behind a right password. */
export interface MfaChallenge {
  readonly mfaToken: string;
  /** Of somebody who must have a second factor and has none: its code sets this one up. */
  readonly setUp: AuthenticatorSecret | null;
}

/** As which user somebody is in, or what they are still asked. */
export type Entered =
  | { readonly session: BegunSession; readonly challenge?: undefined }
  | { readonly session?: undefined; readonly challenge: MfaChallenge };

/** What stands between a right password and a session. */
@Injectable()
export class SecondFactors {
  constructor(private readonly vault: MfaVault) {}

  /** Begins the session of the user, or the step before it; the credential is locked. */
  async enter(tx: Tx, member: Member, wish: SessionWish): Promise<Entered> {
    const { policy, hasMfa } = await factorState(tx, member.credentialId);
    const asked = askedFactor(policy, { role: member.role, hasMfa });
    if (asked === 'none') return { session: await beginSession(tx, member, wish) };
    if (asked === 'code') {
      return { challenge: { mfaToken: await keepMfaStep(tx, member, wish, null), setUp: null } };
    }
    const setUp = await newAuthenticator(tx, member.email);
    const owner = { companyId: tx.ctx.companyId, credentialId: member.credentialId };
    const pending = this.vault.seal(setUp.secret, owner);
    return { challenge: { mfaToken: await keepMfaStep(tx, member, wish, pending), setUp } };
  }
}

/** A new secret, with the company as who it is for. */
export async function newAuthenticator(tx: Tx, email: string): Promise<AuthenticatorSecret> {
  const { legalName: issuer } = await readCompany(tx);
  const secret = newTotpSecret();
  return { secret, uri: totpUri(secret, { issuer, name: email }) };
}
