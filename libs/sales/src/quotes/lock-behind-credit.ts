import { lockLedgerAccount } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { lockQuoteToChange, type LockedQuote } from './change-quote.js';
import type { QuoteId } from './quote.description.js';
import { requireQuote } from './quote.repository.js';

/**
 * Locks a quote behind the ledger account of its customer, for whatever asks credit: the ledger
 * account is the first of all locks.
 * @throws DomainError not_found
 */
export async function lockQuoteBehindCredit(tx: Tx, id: QuoteId): Promise<LockedQuote> {
  const { accountId } = await requireQuote(tx, id);
  // In one round trip: the database takes the statements, and their locks, one after the other.
  const [, locked] = await tx.locked(
    () => lockLedgerAccount(tx, accountId),
    () => lockQuoteToChange(tx, id),
  );
  // Somebody gave the draft to another customer in between; the database undoes a deadlock.
  if (locked.quote.accountId !== accountId) await lockLedgerAccount(tx, locked.quote.accountId);
  return locked;
}
