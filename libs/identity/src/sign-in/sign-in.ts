import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import type { CompanyId, Instant, UserId } from '@quittance/kernel';
import { accountLocked, invalidCredentials } from '../identity.errors.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { startSession, type SignedInUser, type TokenPair } from '../sessions/session.js';
import { ACCESS_TOKEN_SECONDS, AccessTokens } from '../tokens/access-tokens.js';
import { announceLock } from './announce-lock.js';
import { NO_COMPANY, decoyFor } from './decoy.js';
import { judgeAttempt, type LockState, type Verdict } from './lock-out.js';
import { FIND_ACCOUNTS, LOCK_ACCOUNT, RECORD_ATTEMPT } from './sign-in.sql.js';
import { publicCtx, type Visitor } from './visitor.js';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The company's slug; needed only by people who use one e-mail and password in several. */
  readonly company?: string | null;
}

interface Account {
  readonly companyId: CompanyId;
  readonly id: UserId;
  readonly passwordHash: string | null;
}

interface AccountRow extends LockState {
  readonly email: string;
  readonly name: string;
  readonly active: boolean;
  readonly sameHash: boolean;
  readonly now: Instant;
}

interface Attempt {
  readonly verdict: Verdict;
  readonly user: SignedInUser;
  readonly refreshToken: string | null;
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
  async execute(visitor: Visitor, credentials: Credentials): Promise<TokenPair> {
    const email = credentials.email.trim().toLowerCase();
    const accounts = await this.accounts(email, credentials.company ?? null);
    const fitting: Account[] = [];
    for (const account of accounts) {
      const fits = await this.hasher.matches(account.passwordHash, credentials.password);
      if (fits) fitting.push(account);
    }
    if (fitting.length > 1) throw invalidCredentials();
    const [chosen] = fitting;
    if (!chosen) {
      await Promise.all(accounts.map((account) => this.attempt(visitor, account, false)));
      throw invalidCredentials();
    }
    return this.answer(visitor, await this.attempt(visitor, chosen, true));
  }

  private async accounts(email: string, company: string | null): Promise<readonly Account[]> {
    const found = await this.db.door<Account>(FIND_ACCOUNTS, [email, company]);
    if (found.length > 0) return found;
    return [{ companyId: NO_COMPANY, id: decoyFor(email), passwordHash: null }];
  }

  /** Counts the attempt under the account's row lock before anything is answered. */
  private attempt(visitor: Visitor, account: Account, matches: boolean): Promise<Attempt> {
    const ctx = publicCtx(visitor, account.companyId);
    return this.db.write(ctx, (tx) => attempt(tx, account, matches), { answers: false });
  }

  private answer(visitor: Visitor, { verdict, user, refreshToken }: Attempt): TokenPair {
    if (verdict.outcome === 'locked') {
      const seconds = verdict.secondsLeft;
      throw accountLocked({ seconds }, { retryAfter: seconds });
    }
    if (refreshToken === null) throw invalidCredentials();
    const accessToken = this.tokens.sign({ ...user, audience: 'staff' }, visitor.now);
    return {
      accessToken,
      refreshToken,
      tokenType: 'Bearer',
      expiresIn: ACCESS_TOKEN_SECONDS,
      user,
    };
  }
}

async function attempt(tx: Tx, account: Account, matches: boolean): Promise<Attempt> {
  const { id: userId, companyId, passwordHash } = account;
  const row = await tx.one<AccountRow>(LOCK_ACCOUNT, [companyId, userId, passwordHash]);
  const verdict = judgeAttempt(row, matches && row.active && row.sameHash, row.now);
  const admitted = verdict.outcome === 'admitted';
  const { failures, lockedUntil } = verdict.state;
  const recorded = tx.run(RECORD_ATTEMPT, [companyId, userId, failures, lockedUntil, admitted]);
  const started = admitted ? startSession(tx, userId) : null;
  logAttempt(tx, row, userId, verdict);
  await recorded;
  return {
    verdict,
    user: { id: userId, email: row.email, name: row.name, companyId },
    refreshToken: await started,
  };
}

function logAttempt(tx: Tx, row: AccountRow, userId: UserId, verdict: Verdict): void {
  const action = verdict.outcome === 'admitted' ? 'auth.sign_in' : 'auth.sign_in_failed';
  audit(tx, { action, object: 'user', recordId: userId });
  announceLock(tx, { id: userId, email: row.email }, verdict);
}
