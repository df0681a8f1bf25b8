import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import { CompanyModels } from '@quittance/metadata';
import { settleQuotes, writtenQuotes, type QuoteMove } from '../records/written-quotes.js';

/** Who goes by quotes, in the transaction in which their states change, and at its end. */
export type QuoteFollower = (tx: Tx, moves: readonly QuoteMove[]) => Promise<void>;

/** Whom states of quotes are told: the portal keeps what customers have asked for by them. */
@Injectable()
export class QuoteFollowers {
  private readonly all: QuoteFollower[] = [];

  constructor(db: Database, models: CompanyModels) {
    db.conclude(
      writtenQuotes,
      settleQuotes(models, async (tx, moves) => {
        for (const follow of this.all) await follow(tx, moves);
      }),
    );
  }

  register(follower: QuoteFollower): void {
    this.all.push(follower);
  }
}
