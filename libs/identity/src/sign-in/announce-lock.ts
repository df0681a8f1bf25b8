import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import type { UserId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { KnownDevice } from '../devices/device-store.js';
import { NO_COMPANY } from './decoy.js';
import type { LockVerdict } from './lock-out.js';

/** An account that somebody tries to get into. */
export interface AttemptedAccount {
  readonly id: UserId;
  readonly email: string;
  /** Whose count it is; undefined for that of all devices that are not known. */
  readonly device: KnownDevice | undefined;
}

/** The log entry and the event of a count that an attempt has just filled, wherever it was made. */
export function announceLock(
  tx: Tx,
  { id, email, device }: AttemptedAccount,
  verdict: LockVerdict,
): void {
  if (verdict.outcome !== 'refused' || !verdict.lockedNow) return;
  const knownDevice = device !== undefined;
  audit(tx, { action: 'auth.locked', object: 'user', recordId: id, after: { knownDevice } });
  if (tx.ctx.companyId === NO_COMPANY) return;
  const data = { id, email, lockedUntil: verdict.state.lockedUntil, knownDevice };
  emit(tx, { type: 'user.locked', object: 'user', recordId: id, data });
}
