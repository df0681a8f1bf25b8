import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import type { CompanyId, UserId } from '@quittance/kernel';
import { passwordTokenInvalid } from '../identity.errors.js';
import { endSessions } from '../sessions/session.js';
import { publicCtx, type Visitor } from '../sign-in/visitor.js';
import { hashToken, parseToken } from '../tokens/opaque-token.js';
import { setPasswordHash } from '../users/user.repository.js';
import { PasswordHasher } from './password-hasher.js';
import { endPasswordTokens } from './password-token.js';
import { checkNewPassword } from './password.js';

/** The user of a token that still works, by primary key. */
const FIND_TOKEN = sql(`
  select u.id, u.email from identity.password_token t
  join identity.staff_user u on u.company_id = t.company_id and u.id = t.user_id and u.active
  where t.company_id = $1 and t.token_hash = $2 and t.used_at is null and t.expires_at > now()`);

/** Uses a token up, by primary key; of two at once only one gets a row. */
const USE_TOKEN = sql(`
  update identity.password_token set used_at = now()
  where company_id = $1 and token_hash = $2 and used_at is null and expires_at > now()
  returning user_id as "userId"`);

/** Sets a password with a reset or invitation token. Ends every session and opens a locked account. */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly db: Database,
    private readonly hasher: PasswordHasher,
  ) {}

  /** @throws DomainError password_token_invalid, validation_failed, sign_in_busy */
  async execute(visitor: Visitor, input: { token: string; password: string }): Promise<void> {
    const token = parseToken(input.token, 'qp');
    if (!token) throw passwordTokenInvalid();
    const ctx = publicCtx(visitor, token.companyId);
    const key: [CompanyId, Buffer] = [token.companyId, hashToken(token)];
    const user = await this.db.read(ctx, (tx) =>
      tx.maybe<{ id: UserId; email: string }>(FIND_TOKEN, key),
    );
    if (!user) throw passwordTokenInvalid();
    checkNewPassword(input.password, user.email);
    // Hashed before the transaction: 25 ms of work must not hold a row lock.
    const hash = await this.hasher.hash(input.password);
    await this.db.write(ctx, (tx) => setPassword(tx, key, hash), { answers: false });
  }
}

async function setPassword(tx: Tx, key: [CompanyId, Buffer], hash: string): Promise<void> {
  const used = await tx.maybe<{ userId: UserId }>(USE_TOKEN, key);
  if (!used) throw passwordTokenInvalid();
  const { userId } = used;
  audit(tx, { action: 'auth.password_set', object: 'user', recordId: userId });
  await Promise.all([
    setPasswordHash(tx, userId, hash),
    endSessions(tx, userId, 'password changed'),
    endPasswordTokens(tx, userId),
  ]);
}
