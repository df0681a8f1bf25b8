import type { PgTx } from './pg-tx.js';
import type { Conclusion, WriteBuffer } from './tx.js';

/** What the work of a transaction has come to, and whether that answers its request. */
export interface Worked {
  readonly result: unknown;
  readonly answers: boolean;
}

/** Each round settles what the one before has left; that ends after two or three. */
const MOST_ROUNDS = 8;

/**
 * The end of a transaction. Its steps have one order, as each needs what the one before it did:
 *
 * 1. `settle`: what was written is settled by whom `Database.conclude` has named for its buffer.
 *    That asks the database, and writes, announces and logs as the work itself does.
 * 2. `answer`: the request concludes (`ctx.conclude`). The answer that it keeps shows what was
 *    settled.
 * 3. `write`: what was left to the other buffers is written, by the work or by the steps before, in
 *    one round trip: none needs another, and the commit leaves behind them in the same write.
 */
export class Conclusions {
  private readonly settling = new Map<string, Conclusion<never>>();

  /** @throws Error where somebody settles these already: a programming error. */
  add<T>(buffer: WriteBuffer<T>, settle: Conclusion<T>): void {
    if (this.settling.has(buffer.name)) throw new Error(`${buffer.name} is concluded twice`);
    this.settling.set(buffer.name, settle);
  }

  /** The first two steps; answers the third, which is under way. */
  async conclude(tx: PgTx, worked: Worked): Promise<{ readonly written: Promise<void> }> {
    await this.settle(tx);
    await answer(tx, worked);
    return { written: tx.flush() };
  }

  /** What is settled may leave something to another one that was settled before it. */
  private async settle(tx: PgTx): Promise<void> {
    for (let round = 0; await this.settleOnce(tx); round += 1) {
      if (round === MOST_ROUNDS) throw new Error('What is written at the end has no end');
    }
  }

  private async settleOnce(tx: PgTx): Promise<boolean> {
    let any = false;
    for (const [name, settle] of this.settling) {
      const items = tx.leftTo(name);
      if (items.length === 0) continue;
      await settle(tx, items as never[]);
      any = true;
    }
    return any;
  }
}

async function answer(tx: PgTx, { result, answers }: Worked): Promise<void> {
  await tx.ctx.conclude?.(tx, answers ? { result } : null);
}
