import type { Tx } from '@quittance/database';
import type { Instant, UserId } from '@quittance/kernel';
import type { KnownDevice } from '../devices/device-store.js';
import { recordDevice } from '../devices/known-device.js';
import { endSessions } from '../sessions/session.js';
import { announceLock } from './announce-lock.js';
import { judgeAttempt, type LockState, type LockVerdict } from './lock-out.js';
import { RECORD_ATTEMPT } from './sign-in.sql.js';

/**
 * An account as `LOCK_ACCOUNT` answers it; its own count is that of all devices not known to it.
 */
export interface AccountRow extends LockState {
  readonly email: string;
  readonly name: string;
  readonly active: boolean;
  readonly sameHash: boolean;
  readonly now: Instant;
  /** Null where the company has set nothing. */
  readonly lockEndsSessions: boolean | null;
}

/** One try of a password, its account and device locked. */
export interface PasswordAttempt {
  readonly userId: UserId;
  readonly account: AccountRow;
  /** Undefined for a device that has never signed in to the account. */
  readonly device: KnownDevice | undefined;
  readonly matches: boolean;
}

/**
 * Counts an attempt where it belongs. A known device has a count of its own, so what strangers
 * guess shuts none of them out, and whoever stole its token has five guesses as everybody has.
 * Neither count touches the other.
 */
export async function countAttempt(tx: Tx, attempt: PasswordAttempt): Promise<LockVerdict> {
  const { userId, account, device, matches } = attempt;
  const verdict = judgeAttempt(device ?? account, matches, account.now);
  const { failures, lockedUntil, triesInLock } = device ? account : verdict.state;
  const admitted = verdict.outcome === 'admitted';
  const lockedNow = verdict.outcome === 'refused' && verdict.lockedNow;
  const count = [failures, lockedUntil, admitted, triesInLock];
  const recorded = [
    tx.run(RECORD_ATTEMPT, [tx.ctx.companyId, userId, ...count]),
    recordDevice(tx, device, verdict.state, admitted),
  ];
  if (lockedNow && account.lockEndsSessions) recorded.push(endSessions(tx, userId, 'locked'));
  announceLock(tx, { id: userId, email: account.email, device }, verdict);
  await Promise.all(recorded);
  return verdict;
}
