import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms, type CompanyTerms } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { Subscription } from '../subscriptions/subscription.description.js';
import { freeSubscriptions } from '../subscriptions/records/awaiting-subscriptions.js';
import { SubscriptionSteps } from '../subscriptions/subscription-steps.js';
import { withItems } from '../subscriptions/subscription.repository.js';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import { afterDebt, ownDebts } from './debt.js';
import { INDEBTED, LOCK_FREE } from './debt.sql.js';
import { runAgainFor } from './run-again.js';
import { SubscriptionDebts } from './subscription-debts.js';

/** Takes subscriptions back of which nothing is overdue any more. */
@Injectable()
export class DebtSettlement {
  constructor(
    private readonly steps: SubscriptionSteps,
    private readonly debts: SubscriptionDebts,
  ) {}

  /**
   * For whoever has just settled invoices of these subscriptions, in that transaction and behind
   * all that it has written. Of two debts that are paid at once one transaction runs again, and
   * finds the other debt paid.
   */
  async settle(tx: Tx, ids: readonly SubscriptionId[]): Promise<void> {
    const found = await INDEBTED.rows<{ id: SubscriptionId }>(tx, { ids });
    if (found.length === 0) return;
    const wanted = found.map(({ id }) => id);
    const [locked, terms] = await tx.locked(
      () => LOCK_FREE.rows<Subscription>(tx, { ids: wanted }),
      readCompanyTerms,
    );
    if (locked.length < wanted.length) runAgainFor(tx, 'Subscriptions');
    await this.clear(tx, locked, terms);
  }

  /**
   * Answers how many of the locked subscriptions were taken back: those that await approval are by
   * a sweep, once that is decided.
   */
  async clear(tx: Tx, found: readonly Subscription[], terms: CompanyTerms): Promise<number> {
    const locked = found.length > 0 ? await freeSubscriptions(tx, found) : found;
    if (locked.length === 0) return 0;
    const today = companyToday(terms, tx.ctx.now);
    const ids = locked.map(({ id }) => id);
    const [wholes, debts] = await Promise.all([
      withItems(tx, locked),
      this.debts.source.debtsOf(tx, today, ids),
    ]);
    const taken = wholes.flatMap((before) => {
      if (ownDebts(before.subscription, debts).length > 0) return [];
      const step = afterDebt(before.subscription, today, terms);
      return step ? [{ before, step }] : [];
    });
    await this.steps.take(tx, taken, today);
    return taken.length;
  }
}
