import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import type { CompanyId, UserId } from '@quittance/kernel';
import { askerAmong, deviceHash, type KnownDevice } from '../devices/device-store.js';
import { addDevice, lockDevice } from '../devices/known-device.js';
import { accountLocked, invalidCredentials } from '../identity.errors.js';
import { PasswordHasher, type KeptPlace } from '../passwords/password-hasher.js';
import {
  startSession,
  tokenPair,
  type SignedInUser,
  type StartedSession,
  type TokenPair,
} from '../sessions/session.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import { countAttempt, type AccountRow } from './count-attempt.js';
import { NO_COMPANY, decoyFor } from './decoy.js';
import { lockMet, type LockVerdict } from './lock-out.js';
import { FIND_ACCOUNTS, LOCK_ACCOUNT } from './sign-in.sql.js';
import { publicCtx, type Visitor } from './visitor.js';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The company's slug; needed only by people who use one e-mail and password in several. */
  readonly company?: string | null;
  /** What an earlier sign-in gave this device; anything else counts for a device not known. */
  readonly deviceToken?: string | null;
}

/** The answer to a sign-in. */
export interface SignedInPair extends TokenPair {
  /** Makes the device known at its next sign-in. */
  readonly deviceToken: string;
}

interface Account {
  readonly companyId: CompanyId;
  readonly id: UserId;
  readonly passwordHash: string | null;
  /** The device that asks has signed in to it before, and is not locked. */
  readonly known: boolean;
}

/** What a visitor brings, beside the password. */
interface Try {
  readonly account: Account;
  readonly matches: boolean;
  readonly deviceToken: string | null;
  readonly userAgent: string | null;
}

interface Entry extends StartedSession {
  readonly deviceToken: string;
}

interface Outcome {
  readonly verdict: LockVerdict;
  readonly user: SignedInUser;
  readonly entry: Entry | null;
}

/**
 * Signs a staff user in. Unknown e-mail, wrong password and locked account do the same work and get
 * the same answer. An e-mail used in several companies is decided by the password; when that fits
 * more than one of them, only naming the company helps.
 */
@Injectable()
export class SignIn {
  constructor(
    private readonly db: Database,
    private readonly hasher: PasswordHasher,
    private readonly tokens: AccessTokens,
  ) {}

  /** @throws DomainError invalid_credentials, account_locked, sign_in_busy */
  async execute(visitor: Visitor, credentials: Credentials): Promise<SignedInPair> {
    const email = credentials.email.trim().toLowerCase();
    const { password, deviceToken = null, company = null } = credentials;
    const place = this.hasher.keepPlace(deviceToken);
    const compared = this.compared({ email, password, company, deviceToken }, place);
    const { accounts, fitting } = await compared.finally(() => place?.leave());
    if (fitting.length > 1) throw invalidCredentials();
    const [chosen] = fitting;
    if (!chosen) {
      await Promise.all(
        accounts.map((account) => this.attempt(visitor, { account, matches: false, deviceToken })),
      );
      throw invalidCredentials();
    }
    const admitted = { account: chosen, matches: true, deviceToken };
    return this.answer(visitor, await this.attempt(visitor, admitted));
  }

  /** The accounts that an e-mail may mean, and those whose password it is. */
  private async compared(
    { email, password, company, deviceToken }: Required<Credentials>,
    place: KeptPlace | null,
  ): Promise<{ readonly accounts: readonly Account[]; readonly fitting: readonly Account[] }> {
    const find = () => this.accounts(email, company, deviceToken);
    const accounts = await this.hasher.lookUp(place, deviceToken, find);
    // One comparison among the strangers would keep a known device waiting with them.
    const known = askerAmong(accounts);
    if (known) place?.leave();
    const asker = known ?? place;
    const fitting: Account[] = [];
    for (const account of accounts) {
      const fits = await this.hasher.matches(account.passwordHash, password, asker);
      if (fits) fitting.push(account);
    }
    return { accounts, fitting };
  }

  private async accounts(
    email: string,
    company: string | null,
    deviceToken: string | null,
  ): Promise<readonly Account[]> {
    const params = [email, company, deviceHash(deviceToken)];
    const found = await this.db.door<Account>(FIND_ACCOUNTS, params);
    if (found.length > 0) return found;
    return [{ companyId: NO_COMPANY, id: decoyFor(email), passwordHash: null, known: false }];
  }

  /** Counts the attempt under the account's row lock before anything is answered. */
  private attempt(visitor: Visitor, given: Omit<Try, 'userAgent'>): Promise<Outcome> {
    const ctx = publicCtx(visitor, given.account.companyId);
    const userAgent = visitor.userAgent ?? null;
    return this.db.write(ctx, (tx) => attempt(tx, { ...given, userAgent }), { answers: false });
  }

  private answer(visitor: Visitor, { verdict, user, entry }: Outcome): SignedInPair {
    if (verdict.outcome === 'locked') {
      const seconds = verdict.secondsLeft;
      throw accountLocked({ seconds }, { retryAfter: seconds });
    }
    if (entry === null) throw invalidCredentials();
    const pair = tokenPair(this.tokens, user, entry, visitor.now);
    return { ...pair, deviceToken: entry.deviceToken };
  }
}

async function attempt(tx: Tx, given: Try): Promise<Outcome> {
  const { id: userId, companyId, passwordHash } = given.account;
  const [account, device] = await tx.locked(
    () => tx.one<AccountRow>(LOCK_ACCOUNT, [companyId, userId, passwordHash]),
    () => lockDevice(tx, userId, deviceHash(given.deviceToken)),
  );
  const matches = given.matches && account.active && account.sameHash;
  const verdict = await countAttempt(tx, { userId, account, device, matches });
  const admitted = verdict.outcome === 'admitted';
  const action = admitted ? 'auth.sign_in' : 'auth.sign_in_failed';
  const once = lockMet(verdict, device?.id ?? userId);
  audit(tx, { action, object: 'user', recordId: userId, once });
  return {
    verdict,
    user: { id: userId, email: account.email, name: account.name, companyId },
    entry: admitted ? await enter(tx, userId, device, given) : null,
  };
}

/** Starts the session of a device, which is known from now on. */
async function enter(
  tx: Tx,
  userId: UserId,
  device: KnownDevice | undefined,
  { deviceToken, userAgent }: Try,
): Promise<Entry> {
  const known =
    device && deviceToken !== null
      ? { id: device.id, token: deviceToken }
      : await addDevice(tx, userId);
  const session = await startSession(tx, userId, { deviceId: known.id, userAgent });
  return { ...session, deviceToken: known.token };
}
