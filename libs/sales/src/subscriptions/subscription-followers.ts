import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { Taxes } from '@quittance/tax';
import type { BilledState, PeriodSettlement } from './changes/period-settlement.js';
import type { WholeSubscription } from './subscription.repository.js';
import type { SubscriptionId } from './subscription.js';

/** What became of a subscription; `before` is null of a new one. */
export interface SubscriptionMove {
  readonly before: WholeSubscription | null;
  readonly after: WholeSubscription;
  /** What of days that are paid for is asked or given back. */
  readonly settlement?: PeriodSettlement | null;
}

/** Who goes by subscriptions, in the transaction in which they change. */
export interface SubscriptionFollower {
  readonly name: string;
  follow(
    tx: Tx,
    moves: readonly SubscriptionMove[],
    today: LocalDate,
    taxes: Taxes | null,
  ): Promise<void>;
  /**
   * For which days from one on invoices were made.
   * @param held nothing is billed until the transaction ends
   */
  billed?(tx: Tx, id: SubscriptionId, day: LocalDate, held: boolean): Promise<BilledState>;
}

/** Whom changes of subscriptions are told: billing keeps a schedule for each of them. */
@Injectable()
export class SubscriptionFollowers {
  private readonly all: SubscriptionFollower[] = [];

  register(follower: SubscriptionFollower): void {
    this.all.push(follower);
  }

  /**
   * For which days of a subscription from one on invoices were made.
   * @param held nothing is billed until the transaction ends; the subscription is locked
   */
  async billed(tx: Tx, id: SubscriptionId, day: LocalDate, held: boolean): Promise<BilledState> {
    const bills = this.all.find(({ billed }) => billed !== undefined);
    return (
      (await bills?.billed?.(tx, id, day, held)) ?? {
        coveredUntil: null,
        paid: [],
        undoes: false,
      }
    );
  }

  async tell(
    tx: Tx,
    moves: readonly SubscriptionMove[],
    today: LocalDate,
    taxes: Taxes | null,
  ): Promise<void> {
    for (const follower of this.all) await follower.follow(tx, moves, today, taxes);
  }
}
