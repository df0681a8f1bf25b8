import { Injectable, Module } from '@nestjs/common';
import type { Tx } from '@quittance/database';

/** Two accounts that become one. */
export interface MergedAccounts {
  readonly winnerId: string;
  readonly loserId: string;
}

type Follow = (tx: Tx, merged: MergedAccounts) => Promise<void>;

/**
 * What goes along when an account becomes part of another and is no record of the engine, as the
 * users of its portal are. Whoever has some says so while the application starts; it moves in the
 * merge's own transaction.
 */
@Injectable()
export class AccountFollowers {
  private readonly following: Follow[] = [];

  register(follow: Follow): void {
    this.following.push(follow);
  }

  async follow(tx: Tx, merged: MergedAccounts): Promise<void> {
    for (const follow of this.following) await follow(tx, merged);
  }
}

/** One for the application, for merges and for whoever has something to move with them. */
@Module({ providers: [AccountFollowers], exports: [AccountFollowers] })
export class AccountFollowersModule {}
