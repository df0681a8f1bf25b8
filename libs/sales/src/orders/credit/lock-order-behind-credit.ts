import { lockLedgerAccount } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { lockOrderToChange, type LockedOrder } from '../change-order.js';
import type { OrderId } from '../order.description.js';
import { requireOrder } from '../order.repository.js';

/**
 * Locks an order behind the ledger account of its customer, for whatever asks credit: the ledger
 * account is the first of all locks.
 * @throws DomainError not_found
 */
export async function lockOrderBehindCredit(tx: Tx, id: OrderId): Promise<LockedOrder> {
  const { accountId } = await requireOrder(tx, id);
  // In one round trip: the database takes the statements, and their locks, one after the other.
  const [, locked] = await tx.locked(
    () => lockLedgerAccount(tx, accountId),
    () => lockOrderToChange(tx, id),
  );
  // Somebody gave the draft to another customer in between; the database undoes a deadlock.
  if (locked.order.accountId !== accountId) await lockLedgerAccount(tx, locked.order.accountId);
  return locked;
}
