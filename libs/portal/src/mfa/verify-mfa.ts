import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { AccessTokens, hashToken, lockOut, parseToken, type Visitor } from '@quittance/identity';
import { mayAct, portalMembersOf, type Member } from '../credentials/member.js';
import { portalDevices } from '../credentials/portal-tables.js';
import { mfaCodeInvalid, signInStepExpired } from '../portal.errors.js';
import { tellOfSecurity } from '../security/security-notice.js';
import {
  beginSession,
  endSessionsOfCredential,
  portalTokens,
  type BegunSession,
  type PortalTokens,
} from '../sessions/portal-session.js';
import { leaveCounts } from '../sign-in/password-attempt.js';
import { visitorCtx } from '../sign-in/portal-visitor.js';
import { endSteps } from '../sign-in/sign-in-steps.js';
import { judgeCode } from './judge-code.js';
import { holdMfaStep, missStep, useMfaStep, type HeldMfaStep } from './mfa-steps.js';
import { MfaVault } from './mfa-vault.js';
import { confirmFactor, factorState } from './mfa.repository.js';
import { matchedStep } from './totp.js';

/** What a user goes on with whose code was right. */
export interface VerifiedSignIn {
  readonly signedIn: PortalTokens;
  /** Of a device that is known from now on; null where it was. */
  readonly deviceToken: string | null;
  /** Of an authenticator that was set up by this code; shown this once. */
  readonly recoveryCodes: readonly string[] | null;
}

interface Verified {
  readonly member: Member;
  readonly session: BegunSession;
  readonly deviceToken: string | null;
  readonly recoveryCodes: readonly string[] | null;
}

/**
 * Signs in whose password was right and who has the second factor too. A wrong code is a failed
 * sign-in: five end the step, and they count towards the lock as wrong passwords do.
 */
@Injectable()
export class VerifyMfa {
  constructor(
    private readonly db: Database,
    private readonly tokens: AccessTokens,
    private readonly vault: MfaVault,
  ) {}

  /** @throws DomainError sign_in_step_expired, mfa_code_invalid */
  async execute(
    visitor: Visitor,
    input: { readonly mfaToken: string; readonly code: string },
  ): Promise<VerifiedSignIn> {
    const token = parseToken(input.mfaToken, 'qm');
    if (!token) throw signInStepExpired();
    const { companyId } = token;
    const asked: Asked = {
      tokenHash: hashToken(token),
      code: input.code,
      vault: this.vault,
      userAgent: visitor.userAgent ?? null,
    };
    const ctx = visitorCtx(visitor, companyId);
    const found = await this.db.write(ctx, (tx) => verify(tx, asked), { answers: false });
    // Thrown after the commit: a wrong code has just been counted, and that must stand.
    if (found === 'over') throw signInStepExpired();
    if (found === 'wrong') throw mfaCodeInvalid();
    const { member, session, deviceToken, recoveryCodes } = found;
    const signedIn = portalTokens(this.tokens, { companyId, member, session, now: visitor.now });
    return { signedIn, deviceToken, recoveryCodes };
  }
}

interface Asked {
  readonly tokenHash: Buffer;
  readonly code: string;
  readonly vault: MfaVault;
  readonly userAgent: string | null;
}

async function verify(tx: Tx, asked: Asked): Promise<Verified | 'over' | 'wrong'> {
  const held = await holdMfaStep(tx, asked.tokenHash);
  if (!held) return 'over';
  const { credentialId, credential, device, step } = held;
  const members = await portalMembersOf(tx, [credentialId]);
  const member = members.find(({ id }) => id === step.portalUserId);
  const counts = device ?? credential;
  const isLocked = counts.lockedUntil !== null && counts.lockedUntil > credential.now;
  if (!member || !mayAct(member) || isLocked) return 'over';
  const passed = await passBy(tx, held, asked);
  if (passed === 'over') return 'over';
  const verdict = lockOut.judge(counts, passed !== 'wrong', credential.now);
  const counted = { credentialId, credential, device, members };
  await leaveCounts(tx, counted, { verdict, leaves: verdict.state });
  const about = { object: 'portal-user', recordId: member.id };
  if (passed === 'wrong') {
    await missStep(tx, asked.tokenHash);
    audit(tx, { action: 'portal_user.mfa_failed', ...about });
    return 'wrong';
  }
  await useMfaStep(tx, asked.tokenHash);
  audit(tx, { action: 'portal_user.mfa_passed', ...about, after: { by: passed.by } });
  if (passed.by === 'recovery') tellOfSecurity(tx, member, 'recovery_code_used');
  if (passed.by === 'set-up') tellOfSecurity(tx, member, 'mfa_on');
  return { ...(await enter(tx, member, held, asked)), recoveryCodes: passed.recoveryCodes };
}

interface Passed {
  readonly by: 'code' | 'recovery' | 'set-up';
  readonly recoveryCodes: readonly string[] | null;
}

async function passBy(
  tx: Tx,
  { credentialId, step: { pending } }: HeldMfaStep,
  { code, vault }: Asked,
): Promise<Passed | 'over' | 'wrong'> {
  if (pending === null) {
    const verdict = await judgeCode(tx, credentialId, { code, vault });
    if (verdict === 'none') return 'over';
    if (verdict === 'wrong') return 'wrong';
    return { by: verdict === 'right' ? 'code' : verdict, recoveryCodes: null };
  }
  const { companyId, now } = tx.ctx;
  // Somebody has set one up meanwhile: it is asked for, and not replaced.
  if ((await factorState(tx, credentialId)).hasMfa) return 'over';
  const secret = vault.open(pending, { companyId, credentialId });
  const step = matchedStep(secret, code.replaceAll(' ', ''), { now, usedStep: null });
  if (step === null) return 'wrong';
  const recoveryCodes = await confirmFactor(tx, credentialId, { secret: pending, step });
  await Promise.all([
    endSteps(tx, credentialId),
    endSessionsOfCredential(tx, credentialId, 'second factor set up'),
  ]);
  return { by: 'set-up', recoveryCodes };
}

/** A device is known from here on, and not by a password alone. */
async function enter(
  tx: Tx,
  member: Member,
  { step: { channel, remembered }, device }: HeldMfaStep,
  { userAgent }: Asked,
): Promise<Omit<Verified, 'recoveryCodes'>> {
  const added = device ? null : await portalDevices.add(tx, member.credentialId);
  if (added) tellOfSecurity(tx, member, 'new_device', userAgent);
  const deviceId = device?.id ?? added?.id ?? null;
  const session = await beginSession(tx, member, { channel, remembered, userAgent, deviceId });
  return { member, session, deviceToken: added?.token ?? null };
}
