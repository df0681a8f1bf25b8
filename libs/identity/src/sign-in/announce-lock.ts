import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import type { UserId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { NO_COMPANY } from './decoy.js';
import type { Verdict } from './lock-out.js';

/** The log entry and the event of an account that an attempt has just locked, wherever it was made. */
export function announceLock(
  tx: Tx,
  { id, email }: { readonly id: UserId; readonly email: string },
  verdict: Verdict,
): void {
  if (verdict.outcome !== 'refused' || !verdict.lockedNow) return;
  audit(tx, { action: 'auth.locked', object: 'user', recordId: id });
  if (tx.ctx.companyId === NO_COMPANY) return;
  const data = { id, email, lockedUntil: verdict.state.lockedUntil };
  emit(tx, { type: 'user.locked', object: 'user', recordId: id, data });
}
