import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { isForLater, Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { creditedStep } from '../subscriptions/changes/standstill-credit.js';
import { dueStep } from '../subscriptions/moves.js';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import type { Subscription } from '../subscriptions/subscription.description.js';
import { isAwaited, freeSubscriptions } from '../subscriptions/records/awaiting-subscriptions.js';
import { SubscriptionSteps } from '../subscriptions/subscription-steps.js';
import { withItems } from '../subscriptions/subscription.repository.js';
import {
  LOCK_BEGINNING,
  LOCK_DUE,
  READ_CHANGED,
  READ_CREDITED,
} from '../subscriptions/subscription.sql.js';

const BATCH = 200;

/**
 * What the day brings to subscriptions, for the sweep of the hour and for a run that bills them.
 * To those that await approval it comes once that is decided.
 */
@Injectable()
export class DueSubscriptions {
  constructor(
    private readonly db: Database,
    private readonly steps: SubscriptionSteps,
  ) {}

  /** Answers how many moved: all whose day has come. */
  async move(ctx: Ctx): Promise<number> {
    return (await this.taken(ctx, LOCK_DUE)) + (await this.settled(ctx, READ_CREDITED));
  }

  /**
   * What gives back, or asks, is priced, one by one: where that is refused it keeps no other
   * waiting, and is tried again with the next sweep.
   */
  private async settled(
    ctx: Ctx,
    which: typeof READ_CREDITED | typeof READ_CHANGED,
    goesOn = () => true,
  ): Promise<number> {
    const due = await this.db.read(ctx, async (tx) =>
      which.rows<{ readonly id: SubscriptionId }>(tx, { today: await readToday(tx) }),
    );
    const step = which === READ_CREDITED ? creditedStep : () => null;
    let moved = 0;
    const refused: unknown[] = [];
    for (const { id } of due) {
      if (!goesOn()) break;
      try {
        await this.steps.change(ctx, { id, expectedVersion: null }, (before, today, tx) =>
          step(before, today, (day) => this.steps.followers.billed(tx, id, day, true)),
        );
        moved += 1;
      } catch (error) {
        if (isForLater(error)) throw error;
        if (!isAwaited(error)) refused.push(error);
      }
    }
    if (refused.length > 0) throw refused[0];
    return moved;
  }

  /**
   * Answers how many moved: those that begin, whose trial is over, and that change on a day that is
   * billed. Ends are left to the sweep, which looks at contracts first.
   *
   * @param goesOn asked before each batch and each change: what is left comes with the sweep
   */
  async begin(ctx: Ctx, goesOn = () => true): Promise<number> {
    const begun = await this.taken(ctx, LOCK_BEGINNING, goesOn);
    return begun + (await this.settled(ctx, READ_CHANGED, goesOn));
  }

  /** What another has locked is left to it. */
  private async taken(ctx: Ctx, lock: typeof LOCK_DUE, goesOn = () => true): Promise<number> {
    let moved = 0;
    for (let more = true; more && goesOn();) {
      const count = await this.db.write(ctx, async (tx) => {
        const today = await readToday(tx);
        const due = await lock.rows<Subscription>(tx, { today, limit: BATCH });
        if (due.length === 0) return 0;
        const free = await freeSubscriptions(tx, due);
        const steps = (await withItems(tx, free)).flatMap((before) => {
          const step = dueStep(before, today);
          return step ? [{ before, step }] : [];
        });
        await this.steps.take(tx, steps, today);
        return steps.length;
      });
      moved += count;
      more = count === BATCH;
    }
    return moved;
  }
}
