import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { readCompany } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import {
  AccessTokens,
  PasswordHasher,
  decoys,
  formatToken,
  lockOut,
  newOpaqueToken,
  signInRefused,
  type LockVerdict,
  type Visitor,
} from '@quittance/identity';
import type { CompanyId, DomainError, Instant } from '@quittance/kernel';
import type { PortalDirectory } from '../actors/portal-actor.js';
import type { Member } from '../credentials/member.js';
import { portalDevices } from '../credentials/portal-tables.js';
import { SecondFactors, type Entered, type MfaChallenge } from '../mfa/second-factors.js';
import { tellOfSecurity } from '../security/security-notice.js';
import { portalTokens, type Channel, type PortalTokens } from '../sessions/portal-session.js';
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

type Place = ReturnType<PasswordHasher['keepPlace']>;
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
  /** Told in which company nobody was let in, where one is known: not who it was. */
  readonly refused?: (companyId: CompanyId) => void;
}

/** As whom somebody may go on who knows the password of several users. */
export interface OfferedChoice {
  readonly choice: string;
  readonly company: string;
  readonly directory: PortalDirectory;
  readonly party: { readonly id: string; readonly name: string };
}

/**
 * A session, the users to choose from, or the second factor that is asked for; with what makes the
 * device known, unless a second factor is to do that.
 */
export type PortalSignIn = { readonly deviceToken: string | null } & (
  | { readonly signedIn: PortalTokens }
  | { readonly choose: readonly OfferedChoice[]; readonly chooseToken: string }
  | { readonly challenge: MfaChallenge }
);

interface Try {
  readonly candidate: MeantCredential;
  readonly matches: boolean;
  /** No other credential is meant: where it has one user, the session begins at once. */
  readonly isAlone: boolean;
  readonly token: OpaqueToken;
  readonly given: PortalCredentials;
  readonly userAgent: string | null;
  readonly factors: SecondFactors;
}

interface Compared {
  readonly candidates: Candidates;
  readonly fitting: readonly MeantCredential[];
}

interface Outcome {
  readonly companyId: CompanyId;
  readonly verdict: LockVerdict;
  readonly members: readonly Member[];
  /** Where there is nobody to choose. */
  readonly entered: Entered | null;
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
    private readonly factors: SecondFactors,
  ) {}

  /** @throws DomainError invalid_credentials, account_locked, sign_in_busy, rate_limited */
  async execute(visitor: Visitor, given: PortalCredentials): Promise<PortalSignIn> {
    const { candidates, fitting } = await this.compared(given);
    const known = candidates.found;
    const meant = known.length > 0 ? known : [decoyOf(given.name)];
    const tried = fitting.length > 0 ? fitting : meant;
    const userAgent = visitor.userAgent ?? null;
    const token = newOpaqueToken('qc', tried[0]?.companyId ?? decoys.company);
    const outcomes: Outcome[] = [];
    const { factors } = this;
    for (const candidate of tried) {
      const found = { matches: fitting.length > 0, isAlone: fitting.length === 1 };
      const asked = { candidate, ...found, token, given, userAgent, factors };
      const ctx = visitorCtx(visitor, candidate.companyId);
      const own = { answers: false };
      outcomes.push(await this.db.write(ctx, (tx) => attempt(tx, asked), own));
    }
    const refusedIn = candidates.companyId ?? known[0]?.companyId;
    const isIn = outcomes.some(({ verdict }) => verdict.outcome === 'admitted');
    if (!isIn && refusedIn !== undefined) given.refused?.(refusedIn);
    return this.answer(outcomes, token, visitor.now);
  }

  /** Whom the name may mean, and whose password it is. */
  private async compared(given: PortalCredentials): Promise<Compared> {
    const { deviceToken } = given;
    const place = this.hasher.keepPlace(deviceToken);
    try {
      const find = () => findCandidates(this.db, given);
      const candidates = await this.hasher.lookUp(place, deviceToken, find);
      if (!isKnownDevice(candidates)) given.countName?.();
      return { candidates, fitting: await this.fitting(candidates, given.password, place) };
    } finally {
      place?.leave();
    }
  }

  /**
   * As many comparisons as the question asks, whoever was found. All of them wait in the line of a
   * device that one of those meant knows: one among the strangers would keep it waiting with them,
   * and the time would tell how many the name means.
   */
  private async fitting(
    { found, comparisons }: Candidates,
    password: string,
    place: Place,
  ): Promise<MeantCredential[]> {
    const known = portalDevices.askerAmong(found);
    if (known) place?.leave();
    const asker = known ?? place;
    const fitting: MeantCredential[] = [];
    for (let n = 0; n < comparisons; n += 1) {
      const candidate = found[n];
      const hash = candidate?.passwordHash ?? null;
      const fits = await this.hasher.matches(hash, password, asker);
      if (candidate && fits) fitting.push(candidate);
    }
    return fitting;
  }

  private answer(outcomes: readonly Outcome[], token: OpaqueToken, now: Instant): PortalSignIn {
    const admitted = outcomes.filter(({ verdict }) => verdict.outcome === 'admitted');
    const [first] = admitted;
    if (!first) throw refusalOf(outcomes);
    const { companyId, members, entered, deviceToken } = first;
    const [member] = members;
    if (entered?.challenge) return { challenge: entered.challenge, deviceToken };
    if (entered && member) {
      const { session } = entered;
      const signedIn = portalTokens(this.tokens, { companyId, member, session, now });
      return { signedIn, deviceToken };
    }
    // It names a company where it is kept: there it is used up, whichever is then chosen.
    const chooseToken = formatToken({ ...token, companyId });
    return { choose: admitted.flatMap(offered), chooseToken, deviceToken };
  }
}

/** A device knows one credential: others of the name are guessed at as by a stranger. */
function isKnownDevice({ found }: Candidates): boolean {
  return found.length > 0 && found.every(({ known }) => known);
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
  const once = lockOut.met(verdict, judged.device?.id ?? credentialId);
  audit(tx, { action, object: 'portal-user', recordId, after: { reason }, once });
  const refused = { companyId, verdict, members: [], entered: null, deviceToken: null };
  if (!admitted) return { ...refused, company: '' };
  const entered = await enter(tx, judged, asked);
  return { companyId, verdict, members: usable, ...entered };
}

/**
 * What follows a right password: a session, a choice or a second factor. The device is known from
 * now on, unless there is a second factor: each would have a count of its own for guesses at it.
 */
async function enter(
  tx: Tx,
  { device, usable, hasMfa }: JudgedAttempt,
  { candidate, isAlone, token, given, userAgent, factors }: Try,
): Promise<Pick<Outcome, 'entered' | 'deviceToken' | 'company'>> {
  const { deviceToken, channel, remembered } = given;
  const known = device && deviceToken !== null ? { id: device.id, token: deviceToken } : null;
  const added = known || hasMfa ? null : await portalDevices.add(tx, candidate.id);
  const [member] = usable;
  if (added && member) tellOfSecurity(tx, member, 'new_device', userAgent);
  const on = known ?? added;
  const wish = { deviceId: on?.id ?? null, channel, remembered, userAgent };
  if (isAlone && usable.length === 1 && member) {
    const entered = await factors.enter(tx, member, wish);
    return { entered, deviceToken: on?.token ?? null, company: '' };
  }
  await keepStep(tx, token, candidate.id, wish);
  const { legalName: company } = await readCompany(tx);
  return { entered: null, deviceToken: on?.token ?? null, company };
}
