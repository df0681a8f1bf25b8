import { actorOf } from '../actor-of.js';
import type { Tx } from '@quittance/database';
import { newId, type AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { CreditDocument } from '../credit-subject.port.js';
import { insertHold, releaseHolds, type PlacedHold } from '../holds/credit-hold.repository.js';
import { cancelRequested } from '../overrides/credit-override.repository.js';
import { creditCheckNoun, type CreditCheck } from './credit-check.js';
import { insertCheck, moveCheck } from './credit-check.repository.js';
import type { CreditPosition } from './credit-position.js';
import { decideCheck } from './decide-check.js';

/** What is checked, as it was asked for. */
export interface AskedFor {
  readonly accountId: AccountId;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly document?: CreditDocument;
}

/** What a request is decided by. */
interface Weighed {
  readonly position: CreditPosition;
  readonly badChecks: number;
  /** The check of the document that counts until now. */
  readonly superseded: CreditCheck | undefined;
}

/**
 * Decides a request by where the customer stands and stores the snapshot. What is not approved
 * raises a soft hold where there is none of any kind. Nobody decides about the check before any
 * more: it returns to what it was.
 */
export async function runCheck(
  tx: Tx,
  { position, badChecks, superseded }: Weighed,
  asked: AskedFor,
): Promise<CreditCheck> {
  if (superseded?.status === 'awaiting_approval') {
    const withdrawn = await cancelRequested(tx, superseded.id);
    if (withdrawn) moveCheck(tx, superseded, withdrawn.statusBefore);
  }
  const { terms, exposure, requested, settings } = position;
  const { accountId, document } = asked;
  const own = settings.releaseOwnHold
    ? position.holds.filter(({ hold }) => isOwn(hold, document))
    : [];
  const others = position.holds.filter((hold) => !own.includes(hold));
  const { creditLimit } = terms;
  const verdict = decideCheck({ creditLimit, exposure, requested, holds: others, badChecks });
  const { now } = tx.ctx;
  const check: CreditCheck = {
    ...creditCheckNoun.empty,
    id: newId<'credit-check'>(),
    version: 1,
    accountId,
    documentType: document?.type ?? null,
    documentId: document?.id ?? null,
    status: verdict.outcome,
    ...verdict,
    checkedOn: position.today,
    currency: terms.currency,
    creditLimit,
    exposure,
    requested,
    documentCurrency: asked.currency,
    documentAmount: asked.amount,
    createdBy: actorOf(tx),
    createdAt: now,
    updatedAt: now,
  };
  insertCheck(tx, check);
  if (verdict.outcome === 'approved') {
    const held = own.map(({ hold }) => hold);
    releaseHolds(tx, held, { note: 'The check that raised it was run again and approved' });
  } else if (position.holds.length === 0) {
    const hold = { strength: 'soft', reason: 'risk', amount: null, currency: null } as const;
    insertHold(tx, { accountId, ...hold, note: null, checkId: check.id });
  }
  return check;
}

/** A soft hold that a check of the same document raised. */
function isOwn(hold: PlacedHold, document: CreditDocument | undefined): boolean {
  const { strength, raisedForType, raisedForId } = hold;
  return (
    document !== undefined &&
    strength === 'soft' &&
    raisedForType === document.type &&
    raisedForId === document.id
  );
}
