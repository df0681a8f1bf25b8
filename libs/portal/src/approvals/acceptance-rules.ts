import { CreditControl, creditHoldHard } from '@quittance/credit';
import type { Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import { poNumberRequired } from '../portal.errors.js';
import { readOrderRules } from '../settings/order-rules.js';

/** Why a customer is on hold is what staff have written for one another. */
export const customerHold = () =>
  creditHoldHard({ reason: 'ask whoever looks after your account' });

/**
 * That nobody who is held agrees to a quote in their portal. The holds are read and nothing is
 * locked: the ledger account stands before quotes in the order of locks, and this is behind one.
 * @throws DomainError credit_hold_hard
 */
export async function refuseHeld(
  tx: Tx,
  credit: CreditControl,
  accountId: AccountId,
): Promise<void> {
  const holds = await credit.readHolds(tx, accountId);
  if (holds.some(({ strength }) => strength === 'hard')) throw customerHold();
}

/** @throws DomainError po_number_required where the company asks for one */
export async function refuseWithoutNumber(
  tx: Tx,
  poNumber: string | null | undefined,
): Promise<void> {
  const { poNumberRequired: isRequired } = await readOrderRules(tx);
  if (isRequired && !poNumber?.trim()) throw poNumberRequired();
}
