import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { Subscription } from '../subscriptions/subscription.description.js';
import { isIndebted, ownDebts } from './debt.js';
import type { DebtSource } from './debt-source.port.js';

/** Nobody keeps invoices: nothing is overdue. */
const NO_DEBTS: DebtSource = {
  debtors: () => Promise.resolve([]),
  debtsOf: () => Promise.resolve([]),
  holdDebtsOf: () => Promise.resolve([]),
};

/** Who says what is overdue of subscriptions. */
@Injectable()
export class SubscriptionDebts {
  private known: DebtSource = NO_DEBTS;

  /** @throws Error where somebody says so already: a programming error, found at start-up */
  register(source: DebtSource): void {
    if (this.known !== NO_DEBTS) throw new Error('Debts of subscriptions are told twice');
    this.known = source;
  }

  get source(): DebtSource {
    return this.known;
  }

  /** Whether a subscription that is locked is one of a debtor. */
  async isIndebted(tx: Tx, subscription: Subscription, today: LocalDate): Promise<boolean> {
    const debts = await this.known.debtsOf(tx, today, [subscription.id]);
    return isIndebted(subscription, ownDebts(subscription, debts));
  }
}
