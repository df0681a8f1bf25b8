import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import type { UserId } from '@quittance/kernel';
import { openDevices } from '../devices/known-device.js';
import { endSessions } from '../sessions/session.js';
import { setPasswordHash } from '../users/user.repository.js';
import { endPasswordTokens } from './password-token.js';

/**
 * Gives a user another password: every session and every outstanding link ends with the old one,
 * and whatever failures have locked is open. The account must be locked, or its token used up,
 * before. The log keeps who was shown the link that did it.
 */
export async function setPassword(
  tx: Tx,
  userId: UserId,
  hash: string,
  { shownTo = null }: { readonly shownTo?: string | null } = {},
): Promise<void> {
  const after = shownTo === null ? undefined : { linkShownTo: shownTo };
  audit(tx, { action: 'auth.password_set', object: 'user', recordId: userId, after });
  await Promise.all([
    setPasswordHash(tx, userId, hash),
    openDevices(tx, userId),
    endSessions(tx, userId, 'password changed'),
    endPasswordTokens(tx, userId),
  ]);
}
