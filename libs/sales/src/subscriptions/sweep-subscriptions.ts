import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { DueSubscriptions } from '../billed/due-subscriptions.js';
import { tellTrials } from './trials/tell-trials.js';

/** Does what the day brings: starts, ends of trials and pauses, ends of service. */
@Injectable()
export class SweepSubscriptions {
  constructor(
    private readonly due: DueSubscriptions,
    private readonly db: Database,
  ) {}

  /** Answers how many moved. What another sweep has locked is left to it. */
  async execute(ctx: Ctx): Promise<number> {
    try {
      return await this.due.move(ctx);
    } finally {
      // What could not be moved keeps nobody from being told.
      await tellTrials(ctx, this.db);
    }
  }
}
