import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { dueStep } from './moves.js';
import type { Subscription } from './subscription.description.js';
import { SubscriptionSteps } from './subscription-steps.js';
import { withItems } from './subscription.repository.js';
import { LOCK_DUE } from './subscription.sql.js';

const BATCH = 200;

/** Does what the day brings: starts, ends of trials and pauses, ends of service. */
@Injectable()
export class SweepSubscriptions {
  constructor(
    private readonly db: Database,
    private readonly steps: SubscriptionSteps,
  ) {}

  /** Answers how many moved. What another sweep has locked is left to it. */
  async execute(ctx: Ctx): Promise<number> {
    let moved = 0;
    for (let more = true; more;) {
      const count = await this.db.write(ctx, async (tx) => {
        const today = await readToday(tx);
        const due = await LOCK_DUE.rows<Subscription>(tx, { today, limit: BATCH });
        const steps = (await withItems(tx, due)).flatMap((before) => {
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
