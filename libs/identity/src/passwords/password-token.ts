import { sql, type Tx } from '@quittance/database';
import type { Instant, UserId } from '@quittance/kernel';
import { formatToken, hashToken, newOpaqueToken } from '../tokens/opaque-token.js';

/** `reset` for a user who forgot, `invitation` for one who never had a password. */
export type PasswordTokenPurpose = 'reset' | 'invitation';

const LIFE_SECONDS: Readonly<Record<PasswordTokenPurpose, number>> = {
  reset: 3600,
  invitation: 72 * 3600,
};

/** A token that sets a password once. The text exists only here: the table holds its hash. */
export interface PasswordToken {
  readonly token: string;
  readonly purpose: PasswordTokenPurpose;
  readonly expiresAt: Instant;
}

/**
 * Ends the earlier tokens of the user: only the newest link works. By password_token_user_index.
 */
const END_TOKENS = sql(`
  update identity.password_token set used_at = now()
  where company_id = $1 and user_id = $2 and used_at is null`);

const INSERT_TOKEN = sql(`
  insert into identity.password_token
    (company_id, token_hash, user_id, purpose, created_at, expires_at, shown_to)
  values ($1, $2, $3, $4, now(), now() + make_interval(secs => $5::int), $6)
  returning expires_at as "expiresAt"`);

export interface PasswordTokenOptions {
  /** Leaves the earlier tokens of the user good: the same link, handed over in another way. */
  readonly besides?: boolean;
  /** Who is answered the token, a user or an API key; nobody where it only goes to its user. */
  readonly shownTo?: string | null;
}

/** Makes the token of a user. Whoever holds it can set the password: hand it to nobody else. */
export async function issuePasswordToken(
  tx: Tx,
  userId: UserId,
  purpose: PasswordTokenPurpose,
  { besides = false, shownTo = null }: PasswordTokenOptions = {},
): Promise<PasswordToken> {
  const { companyId } = tx.ctx;
  const token = newOpaqueToken('qp', companyId);
  const [, row] = await Promise.all([
    besides ? undefined : endPasswordTokens(tx, userId),
    tx.one<{ expiresAt: Instant }>(INSERT_TOKEN, [
      companyId,
      hashToken(token),
      userId,
      purpose,
      LIFE_SECONDS[purpose],
      shownTo,
    ]),
  ]);
  return { token: formatToken(token), purpose, expiresAt: row.expiresAt };
}

/** Makes every outstanding token of the user worthless. */
export async function endPasswordTokens(tx: Tx, userId: UserId): Promise<void> {
  await tx.run(END_TOKENS, [tx.ctx.companyId, userId]);
}
