import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { QuoteId } from '../quote.description.js';
import type { QuoteStatus } from '../quote.js';

/** A revision of a quote that is in another state than before the transaction. */
export interface QuoteMove {
  readonly id: QuoteId;
  readonly status: QuoteStatus;
}

/** Who goes by quotes, in the transaction in which their states change, and at its end. */
export type QuoteFollower = (tx: Tx, moves: readonly QuoteMove[]) => Promise<void>;

/** Whom states of quotes are told: the portal keeps what customers have asked for by them. */
@Injectable()
export class QuoteFollowers {
  private readonly all: QuoteFollower[] = [];

  register(follower: QuoteFollower): void {
    this.all.push(follower);
  }

  async tell(tx: Tx, moves: readonly QuoteMove[]): Promise<void> {
    if (moves.length === 0) return;
    for (const follow of this.all) await follow(tx, moves);
  }
}
