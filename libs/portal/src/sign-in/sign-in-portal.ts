import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { readCompany } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import {
  AccessTokens,
  PasswordHasher,
  decoys,
  formatToken,
  newOpaqueToken,
  signInRefused,
  type LockVerdict,
  type Visitor,
} from '@quittance/identity';
import type { CompanyId, DomainError, Instant } from '@quittance/kernel';
import type { PortalDirectory } from '../actors/portal-actor.js';
import type { Member } from '../credentials/member.js';
import { portalDevices } from '../credentials/portal-tables.js';
import {
  beginSession,
  portalTokens,
  type BegunSession,
  type Channel,
  type PortalTokens,
} from '../sessions/portal-session.js';
import { formatChoice } from './choose-token.js';
import { judgePassword, type JudgedAttempt } from './password-attempt.js';
import {
  decoyOf,
  findCandidates,
  type MeantCredential,
  type Candidates,
  type SignInName,
} from './portal-candidates.js';
import { visitorCtx } from './portal-visitor.js';
import { keepStep } from './sign-in-steps.js';

type OpaqueToken = ReturnType<typeof newOpaqueToken>;

export interface PortalCredentials extends SignInName {
  readonly password: string;
  readonly channel: Channel;
  readonly remembered: boolean;
  /**
   * Counts the attempt at the name, and refuses it beyond what is taken. A known device is not
   * asked: strangers who try the name must not keep its user out, and it has a count of its own.
   */
  readonly countName?: () => void;
}

/** As whom somebody may go on who knows the password of several users. */
export interface OfferedChoice {
  readonly choice: string;
  readonly company: string;
  readonly directory: PortalDirectory;
  readonly party: { readonly id: string; readonly name: string };
}

/** A session, or the users to choose from; either with what makes the device known. */
export type PortalSignIn =
  | { readonly signedIn: PortalTokens; readonly deviceToken: string }
  | {
      readonly choose: readonly OfferedChoice[];
      readonly chooseToken: string;
      readonly deviceToken: string;
    };

interface Try {
  readonly candidate: MeantCredential;
  readonly matches: boolean;
  /** No other credential is meant: where it has one user, the session begins at once. */
  readonly isAlone: boolean;
  readonly token: OpaqueToken;
  readonly given: PortalCredentials;
  readonly userAgent: string | null;
}

interface Outcome {
  readonly companyId: CompanyId;
  readonly verdict: LockVerdict;
  readonly members: readonly Member[];
  /** Begun where there is nobody to choose. */
  readonly session: BegunSession | null;
  /** Null where nobody was let in. */
  readonly deviceToken: string | null;
  readonly company: string;
}

/**
 * Signs a portal user in. Whoever knows no password learns nothing: an unknown name, a wrong or
 * empty password, an invitation that was not accepted, a deactivation, a lock and the end of the
 * business with the party do the same work and get the same answer. As whom somebody may act is
 * said once the password is right, and never before.
 */
@Injectable()
export class SignInPortal {
  constructor(
    private readonly db: Database,
    private readonly hasher: PasswordHasher,
    private readonly tokens: AccessTokens,
  ) {}

  /** @throws DomainError invalid_credentials, account_locked, sign_in_busy, rate_limited */
  async execute(visitor: Visitor, given: PortalCredentials): Promise<PortalSignIn> {
    const candidates = await findCandidates(this.db, given);
    if (!isKnownDevice(candidates)) given.countName?.();
    const fitting = await this.fitting(candidates, given.password);
    const { found } = candidates;
    const meant = found.length > 0 ? found : [decoyOf(given.name)];
    const tried = fitting.length > 0 ? fitting : meant;
    const userAgent = visitor.userAgent ?? null;
    const token = newOpaqueToken('qc', tried[0]?.companyId ?? decoys.company);
    const outcomes: Outcome[] = [];
    for (const candidate of tried) {
      const isAlone = fitting.length === 1;
      const asked = { candidate, matches: fitting.length > 0, isAlone, token, given, userAgent };
      const ctx = visitorCtx(visitor, candidate.companyId);
      const own = { answers: false };
      outcomes.push(await this.db.write(ctx, (tx) => attempt(tx, asked), own));
    }
    return this.answer(outcomes, token, visitor.now);
  }

  /** As many comparisons as the question asks, whoever was found. */
  private async fitting(
    { found, comparisons }: Candidates,
    password: string,
  ): Promise<MeantCredential[]> {
    const fitting: MeantCredential[] = [];
    for (let n = 0; n < comparisons; n += 1) {
      const candidate = found[n];
      const hash = candidate?.passwordHash ?? null;
      const fits = await this.hasher.matches(hash, password, askerOf(candidate));
      if (candidate && fits) fitting.push(candidate);
    }
    return fitting;
  }

  private answer(outcomes: readonly Outcome[], token: OpaqueToken, now: Instant): PortalSignIn {
    const admitted = outcomes.filter((each) => each.deviceToken !== null);
    const [first] = admitted;
    if (!first || first.deviceToken === null) throw refusalOf(outcomes);
    const { companyId, members, session, deviceToken } = first;
    const [member] = members;
    if (session && member) {
      const signedIn = portalTokens(this.tokens, { companyId, member, session, now });
      return { signedIn, deviceToken };
    }
    return { choose: admitted.flatMap(offered), chooseToken: formatToken(token), deviceToken };
  }
}

/** A device knows one credential: others of the name are guessed at as by a stranger. */
function isKnownDevice({ found }: Candidates): boolean {
  return found.length > 0 && found.every(({ known }) => known);
}

function askerOf(candidate: MeantCredential | undefined) {
  return candidate?.known ? { companyId: candidate.companyId, userId: candidate.id } : null;
}

function offered({ companyId, company, members }: Outcome): OfferedChoice[] {
  return members.map(({ id: portalUserId, directory, partyId, partyName }) => ({
    choice: formatChoice({ companyId, portalUserId }),
    company,
    directory,
    party: { id: partyId, name: partyName },
  }));
}

function refusalOf(outcomes: readonly Outcome[]): DomainError {
  const locked = outcomes.find(({ verdict }) => verdict.outcome === 'locked')?.verdict;
  if (locked?.outcome !== 'locked') return signInRefused.invalidCredentials();
  const seconds = locked.secondsLeft;
  return signInRefused.accountLocked({ seconds }, { retryAfter: seconds });
}

async function attempt(tx: Tx, asked: Try): Promise<Outcome> {
  const { candidate, matches, given } = asked;
  const { companyId, id: credentialId, passwordHash } = candidate;
  const hash = portalDevices.hashOf(given.deviceToken);
  const judged = await judgePassword(tx, {
    credentialId,
    passwordHash,
    matches,
    device: () => portalDevices.lock(tx, credentialId, hash),
  });
  const { verdict, usable, reason } = judged;
  const admitted = verdict.outcome === 'admitted';
  const recordId = usable[0]?.id ?? credentialId;
  const action = admitted ? 'portal_user.sign_in' : 'portal_user.sign_in_failed';
  audit(tx, { action, object: 'portal-user', recordId, after: { reason } });
  const refused = { companyId, verdict, members: [], session: null, deviceToken: null };
  if (!admitted) return { ...refused, company: '' };
  const entered = await enter(tx, judged, asked);
  return { companyId, verdict, members: usable, ...entered };
}

/** What follows a right password: a session, or a choice; on a device that is known from now on. */
async function enter(
  tx: Tx,
  { device, usable }: JudgedAttempt,
  { candidate, isAlone, token, given, userAgent }: Try,
): Promise<Pick<Outcome, 'session' | 'deviceToken' | 'company'>> {
  const { deviceToken, channel, remembered } = given;
  const known =
    device && deviceToken !== null
      ? { id: device.id, token: deviceToken }
      : await portalDevices.add(tx, candidate.id);
  const wish = { deviceId: known.id, channel, remembered, userAgent };
  const [member] = usable;
  if (isAlone && usable.length === 1 && member) {
    const session = await beginSession(tx, member, wish);
    return { session, deviceToken: known.token, company: '' };
  }
  await keepStep(tx, token, candidate.id, wish);
  const { legalName: company } = await readCompany(tx);
  return { session: null, deviceToken: known.token, company };
}
