import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import { invalidField, notFound, type Ctx, type Instant, type UserId } from '@quittance/kernel';
import { endSessions } from '../sessions/session.js';
import { judgeAttempt, type LockState } from '../sign-in/lock-out.js';
import { LOCK_ACCOUNT, RECORD_ATTEMPT } from '../sign-in/sign-in.sql.js';
import { setPasswordHash } from '../users/user.repository.js';
import { PasswordHasher } from './password-hasher.js';
import { endPasswordTokens } from './password-token.js';
import { checkNewPassword } from './password.js';

const FIND_HASH = sql(`
  select email, password_hash as "passwordHash" from identity.staff_user
  where company_id = $1 and id = $2`);

interface AccountRow extends LockState {
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
    const user = await this.db.read(ctx, (tx) =>
      tx.one<{ email: string; passwordHash: string | null }>(FIND_HASH, key),
    );
    checkNewPassword(input.password, user.email);
    const matches = await this.hasher.matches(user.passwordHash, input.currentPassword);
    const hash = await this.hasher.hash(input.password);
    const changed = await this.db.write(ctx, (tx) =>
      change(tx, userId, { matches, before: user.passwordHash, hash }),
    );
    // Thrown after the commit, so that the failure is counted.
    if (changed) return;
    throw invalidField('/currentPassword', 'wrong', 'is not the current password');
  }
}

interface Change {
  readonly matches: boolean;
  readonly before: string | null;
  readonly hash: string;
}

async function change(tx: Tx, userId: UserId, { matches, before, hash }: Change): Promise<boolean> {
  const { companyId } = tx.ctx;
  const row = await tx.one<AccountRow>(LOCK_ACCOUNT, [companyId, userId, before]);
  const verdict = judgeAttempt(row, matches && row.sameHash, row.now);
  if (verdict.outcome !== 'admitted') {
    const { failures, lockedUntil } = verdict.state;
    await tx.run(RECORD_ATTEMPT, [companyId, userId, failures, lockedUntil, false]);
    audit(tx, { action: 'auth.password_change_failed', object: 'user', recordId: userId });
    return false;
  }
  audit(tx, { action: 'auth.password_set', object: 'user', recordId: userId });
  await Promise.all([
    setPasswordHash(tx, userId, hash),
    endSessions(tx, userId, 'password changed'),
    endPasswordTokens(tx, userId),
  ]);
  return true;
}
