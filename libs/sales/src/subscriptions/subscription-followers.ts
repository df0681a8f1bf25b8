import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { WholeSubscription } from './subscription.repository.js';

/** What became of a subscription; `before` is null of a new one. */
export interface SubscriptionMove {
  readonly before: WholeSubscription | null;
  readonly after: WholeSubscription;
}

/** Who goes by subscriptions, in the transaction in which they change. */
export interface SubscriptionFollower {
  readonly name: string;
  follow(tx: Tx, moves: readonly SubscriptionMove[], today: LocalDate): Promise<void>;
}

/** Whom changes of subscriptions are told: billing keeps a schedule for each of them. */
@Injectable()
export class SubscriptionFollowers {
  private readonly all: SubscriptionFollower[] = [];

  register(follower: SubscriptionFollower): void {
    this.all.push(follower);
  }

  async tell(tx: Tx, moves: readonly SubscriptionMove[], today: LocalDate): Promise<void> {
    for (const follower of this.all) await follower.follow(tx, moves, today);
  }
}
