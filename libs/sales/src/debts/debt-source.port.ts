import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import type { Debt } from './debt.js';

/** The next of a walk in the order of ids, behind one and so many at most. */
export interface DebtorsSought {
  readonly after: SubscriptionId;
  readonly most: number;
}

/** Who knows what is overdue of subscriptions: whoever keeps invoices. */
export interface DebtSource {
  /** Subscriptions of which something is overdue, whatever their state. */
  debtors(tx: Tx, today: LocalDate, sought: DebtorsSought): Promise<readonly SubscriptionId[]>;
  /** What is overdue of subscriptions. */
  debtsOf(tx: Tx, today: LocalDate, ids: readonly SubscriptionId[]): Promise<readonly Debt[]>;
  /** The same, behind whoever is about to settle it: nobody does so before the transaction ends. */
  holdDebtsOf(tx: Tx, today: LocalDate, ids: readonly SubscriptionId[]): Promise<readonly Debt[]>;
}
