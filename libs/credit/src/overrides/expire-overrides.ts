import type { Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { CreditCheck } from '../checks/credit-check.js';
import { lockCheck, moveCheck } from '../checks/credit-check.repository.js';
import type { CreditPorts } from '../credit-ports.js';
import type { OverrideDecision } from '../credit-subject.port.js';
import { holdsOfOverride, placedHolds, restoreHolds } from '../holds/credit-hold.repository.js';
import type { CreditOverride } from './credit-override.js';
import { lockOverridesOver, storeOverride } from './credit-override.repository.js';

/**
 * Ends the overrides of an account whose time is over, behind the lock of its ledger account: the
 * check returns to what it was, the holds that the approval released come back, and whoever keeps
 * the document is told. Answers how many there were.
 */
export async function expireOverrides(
  tx: Tx,
  ports: CreditPorts,
  accountId: AccountId,
): Promise<number> {
  const over = await lockOverridesOver(tx, accountId);
  for (const override of over) await expire(tx, ports, override);
  return over.length;
}

async function expire(tx: Tx, ports: CreditPorts, override: CreditOverride): Promise<void> {
  const wasApproved = override.status === 'approved';
  const check = await lockCheck(tx, override.checkId);
  storeOverride(tx, 'credit_override.expired', override, {
    status: 'expired',
    expiredAt: tx.ctx.now,
  });
  // A check that was cancelled with its document stays so.
  const counts = check.status === (wasApproved ? 'approved' : 'awaiting_approval');
  if (counts) moveCheck(tx, check, override.statusBefore);
  if (wasApproved) {
    const released = await holdsOfOverride(tx, override.id);
    restoreHolds(tx, released, await placedHolds(tx, override.accountId));
  }
  if (counts) await tellSubject(tx, ports, check, 'expired');
}

/** Tells whoever keeps the document of a check what was decided about it. */
export async function tellSubject(
  tx: Tx,
  ports: CreditPorts,
  check: CreditCheck,
  decision: OverrideDecision,
): Promise<void> {
  const { documentType, documentId, supersededAt } = check;
  if (documentType === null || documentId === null || supersededAt !== null) return;
  const { id: checkId, accountId, documentAmount: amount, documentCurrency: currency } = check;
  const about = { checkId, accountId, amount, currency };
  await ports.subjectOf(documentType)?.overrideDecided(tx, documentId, decision, about);
}
