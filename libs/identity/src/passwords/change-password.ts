import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import { invalidField, notFound, type Ctx, type UserId } from '@quittance/kernel';
import { lockDeviceOf } from '../devices/known-device.js';
import { accountLocked, invalidCredentials } from '../identity.errors.js';
import {
  lockSession,
  startSession,
  tokenPair,
  type SignedInUser,
  type StartedSession,
  type TokenPair,
} from '../sessions/session.js';
import { countAttempt, type AccountRow, type PasswordAttempt } from '../sign-in/count-attempt.js';
import { judgeAttempt } from '../sign-in/lock-out.js';
import { LOCK_ACCOUNT } from '../sign-in/sign-in.sql.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import { PasswordHasher } from './password-hasher.js';
import { checkNewPassword } from './password.js';
import { setPassword } from './set-password.js';

const FIND_HASH = sql(`
  select email, password_hash as "passwordHash" from identity.staff_user
  where company_id = $1 and id = $2`);

/**
 * A user's own new password. The current one is asked for, and a wrong one counts as a failed
 * sign-in of the device: a stolen access token must not be a way to guess it. Every session ends,
 * the one that asks too, since its tokens may be the ones that were stolen; who asked goes on in a
 * new one.
 */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly db: Database,
    private readonly hasher: PasswordHasher,
    private readonly tokens: AccessTokens,
  ) {}

  /**
   * @throws DomainError validation_failed, account_locked,
   *   invalid_credentials, not_found for an API key, sign_in_busy
   */
  async execute(
    ctx: Ctx,
    input: { currentPassword: string; password: string },
  ): Promise<TokenPair> {
    const { userId } = ctx;
    if (userId === null) throw notFound({ object: 'password' });
    const { email, passwordHash } = await this.db.read(ctx, (tx) =>
      tx.one<{ email: string; passwordHash: string | null }>(FIND_HASH, [ctx.companyId, userId]),
    );
    checkNewPassword(input.password, email);
    const asker = { companyId: ctx.companyId, userId };
    if (await this.hasher.matches(passwordHash, input.currentPassword, asker)) {
      const hash = await this.hasher.hash(input.password, asker);
      return this.db.write(ctx, async (tx) => {
        const { user, session } = await change(tx, userId, { before: passwordHash, hash });
        return tokenPair(this.tokens, user, session, ctx.now);
      });
    }
    // The failure stays although the request is refused: no answer of it is kept with it.
    await this.db.write(ctx, (tx) => countFailure(tx, userId, passwordHash), { answers: false });
    throw wrongPassword();
  }
}

const wrongPassword = () =>
  invalidField('/currentPassword', 'wrong', 'is not the current password');

interface Change {
  readonly before: string | null;
  readonly hash: string;
}

interface Changed {
  readonly user: SignedInUser;
  readonly session: StartedSession;
}

/**
 * Refused where the device was locked, or the password changed, since the current one was checked.
 */
async function change(tx: Tx, userId: UserId, { before, hash }: Change): Promise<Changed> {
  const { account, device, matches } = await lockAttempt(tx, userId, before);
  if (!matches) throw wrongPassword();
  const verdict = judgeAttempt(device ?? account, matches, account.now);
  if (verdict.outcome === 'locked') {
    const seconds = verdict.secondsLeft;
    throw accountLocked({ seconds }, { retryAfter: seconds });
  }
  const { sessionId, companyId } = tx.ctx;
  const place = sessionId && (await lockSession(tx, userId, sessionId));
  // Ended since the request was let in: whoever did that wants nobody to go on in it.
  if (!place || !account.active) throw invalidCredentials();
  await setPassword(tx, userId, hash);
  const session = await startSession(tx, userId, place);
  return { user: { id: userId, email: account.email, name: account.name, companyId }, session };
}

async function countFailure(tx: Tx, userId: UserId, before: string | null): Promise<void> {
  const attempt = await lockAttempt(tx, userId, before);
  await countAttempt(tx, { ...attempt, matches: false });
  audit(tx, { action: 'auth.password_change_failed', object: 'user', recordId: userId });
}

/** The account and the device of the session, locked in the order of a sign-in. */
async function lockAttempt(
  tx: Tx,
  userId: UserId,
  before: string | null,
): Promise<PasswordAttempt> {
  const { companyId, sessionId } = tx.ctx;
  const [account, device] = await tx.locked(
    () => tx.one<AccountRow>(LOCK_ACCOUNT, [companyId, userId, before]),
    () => sessionId && lockDeviceOf(tx, userId, sessionId),
  );
  return { userId, account, device: device || undefined, matches: account.sameHash };
}
