import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import { invalidField, notFound, type Ctx, type Instant, type UserId } from '@quittance/kernel';
import { endSessions } from '../sessions/session.js';
import { announceLock } from '../sign-in/announce-lock.js';
import { isLocked, judgeAttempt, type LockState } from '../sign-in/lock-out.js';
import { LOCK_ACCOUNT, RECORD_ATTEMPT } from '../sign-in/sign-in.sql.js';
import { setPasswordHash } from '../users/user.repository.js';
import { PasswordHasher } from './password-hasher.js';
import { endPasswordTokens } from './password-token.js';
import { checkNewPassword } from './password.js';

const FIND_HASH = sql(`
  select email, password_hash as "passwordHash" from identity.staff_user
  where company_id = $1 and id = $2`);

interface AccountRow extends LockState {
  readonly email: string;
  readonly sameHash: boolean;
  readonly now: Instant;
}

/**
 * A user's own new password. The current one is asked for, and a wrong one counts as a failed sign-in:
 * a stolen access token must not be a way to guess it. Every session ends.
 */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly db: Database,
    private readonly hasher: PasswordHasher,
  ) {}

  /** @throws DomainError validation_failed, not_found for an API key, sign_in_busy */
  async execute(ctx: Ctx, input: { currentPassword: string; password: string }): Promise<void> {
    const { userId } = ctx;
    if (userId === null) throw notFound({ object: 'password' });
    const key = [ctx.companyId, userId];
    const { email, passwordHash } = await this.db.read(ctx, (tx) =>
      tx.one<{ email: string; passwordHash: string | null }>(FIND_HASH, key),
    );
    checkNewPassword(input.password, email);
    if (await this.hasher.matches(passwordHash, input.currentPassword)) {
      const hash = await this.hasher.hash(input.password);
      return this.db.write(ctx, (tx) => change(tx, userId, { before: passwordHash, hash }));
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

/** Refused where the account was locked, or its password changed, since the current one was checked. */
async function change(tx: Tx, userId: UserId, { before, hash }: Change): Promise<void> {
  const row = await tx.one<AccountRow>(LOCK_ACCOUNT, [tx.ctx.companyId, userId, before]);
  if (!row.sameHash || isLocked(row, row.now)) throw wrongPassword();
  audit(tx, { action: 'auth.password_set', object: 'user', recordId: userId });
  await Promise.all([
    setPasswordHash(tx, userId, hash),
    endSessions(tx, userId, 'password changed'),
    endPasswordTokens(tx, userId),
  ]);
}

async function countFailure(tx: Tx, userId: UserId, before: string | null): Promise<void> {
  const { companyId } = tx.ctx;
  const row = await tx.one<AccountRow>(LOCK_ACCOUNT, [companyId, userId, before]);
  const verdict = judgeAttempt(row, false, row.now);
  const { failures, lockedUntil } = verdict.state;
  await tx.run(RECORD_ATTEMPT, [companyId, userId, failures, lockedUntil, false]);
  audit(tx, { action: 'auth.password_change_failed', object: 'user', recordId: userId });
  announceLock(tx, { id: userId, email: row.email }, verdict);
}
