import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { addSeconds, type Ctx } from '@quittance/kernel';
import { dueApprovals } from '../approvals/due-approval.repository.js';
import { PURGE_GUARDS } from '../duplicates/duplicate-keys.sql.js';
import { PURGE_TIMED } from '../timed/timed-runs.sql.js';
import { PURGE_EMAIL_DAYS } from './email-limit.js';
import { PURGE_RUNS, RUN_DAYS } from './workflow-run.queries.js';

const BATCH = 5_000;
/** No timed rule looks back so far. */
const TIMED_DAYS = 30;

/** Forgets what workflow rules did more than 90 days ago, and guards of keys that no record has. */
@Injectable()
export class PurgeWorkflowRuns {
  constructor(private readonly db: Database) {}

  /** Answers how many lines of the log there were. */
  async execute(ctx: Ctx): Promise<number> {
    const before = addSeconds(ctx.now, -RUN_DAYS * 86_400);
    let purged = 0;
    for (let last = BATCH; last === BATCH; purged += last) {
      last = await this.db.write(ctx, (tx) => tx.run(PURGE_RUNS, [ctx.companyId, before, BATCH]));
    }
    const past = addSeconds(ctx.now, -TIMED_DAYS * 86_400);
    for (let last = BATCH; last === BATCH;) {
      last = await this.db.write(ctx, (tx) => tx.run(PURGE_TIMED, [ctx.companyId, past, BATCH]));
    }
    for (let last = BATCH; last === BATCH;) {
      last = await this.db.write(ctx, (tx) => tx.run(PURGE_GUARDS, [ctx.companyId, BATCH]));
    }
    for (let last = BATCH; last === BATCH;) {
      last = await this.db.write(ctx, (tx) => dueApprovals.purge(tx, BATCH));
    }
    await this.db.write(ctx, (tx) =>
      tx.run(PURGE_EMAIL_DAYS, [ctx.companyId, addSeconds(ctx.now, -2 * 86_400).slice(0, 10)]),
    );
    return purged;
  }
}
