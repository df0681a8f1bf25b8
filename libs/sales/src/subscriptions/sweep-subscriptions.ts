import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { DueSubscriptions } from '../billed/due-subscriptions.js';

/** Does what the day brings: starts, ends of trials and pauses, ends of service. */
@Injectable()
export class SweepSubscriptions {
  constructor(private readonly due: DueSubscriptions) {}

  /** Answers how many moved. What another sweep has locked is left to it. */
  execute(ctx: Ctx): Promise<number> {
    return this.due.move(ctx);
  }
}
