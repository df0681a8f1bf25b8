import type { Tx, WriteBuffer } from '@quittance/database';
import type { DebtSettlement, SubscriptionId } from '@quittance/sales';
import type { Invoice } from '../invoices/invoice.description.js';

/**
 * Subscriptions of which the transaction has settled an invoice. They are looked at when all is
 * written: `ReceivablesModule` says by whom. Whoever keeps them takes only those that are free, as
 * invoices are locked by then and come behind subscriptions in the order of locks.
 */
export const settledSubscriptions: WriteBuffer<SubscriptionId> = {
  name: 'receivables.settled-subscriptions',
};

type Owed = Pick<Invoice, 'subscriptionId' | 'balance' | 'dueDate'>;

/** Marks what an invoice bills where it is settled, or is due only later, by what was written. */
export function markSettled(tx: Tx, before: Owed, after: Owed): void {
  const { subscriptionId } = before;
  if (subscriptionId === null || before.balance === 0n) return;
  if (after.balance > 0n && after.dueDate <= before.dueDate) return;
  tx.later(settledSubscriptions, subscriptionId as SubscriptionId);
}

/** Takes back those of which nothing is overdue any more. */
export function settleDebtsWith(subscriptions: Pick<DebtSettlement, 'settle'>) {
  return (tx: Tx, settled: readonly SubscriptionId[]): Promise<void> =>
    subscriptions.settle(tx, [...new Set(settled)]);
}
