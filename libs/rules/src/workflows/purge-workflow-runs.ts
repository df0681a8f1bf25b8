import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import { addSeconds, type Ctx } from '@quittance/kernel';
import { inBatches } from '@quittance/work';
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
    const { companyId } = ctx;
    const all = (batch: (tx: Tx, most: number) => Promise<number>) =>
      inBatches(BATCH, (most) => this.db.write(ctx, (tx) => batch(tx, most)));
    const before = addSeconds(ctx.now, -RUN_DAYS * 86_400);
    const purged = await all((tx, most) => tx.run(PURGE_RUNS, [companyId, before, most]));
    const past = addSeconds(ctx.now, -TIMED_DAYS * 86_400);
    await all((tx, most) => tx.run(PURGE_TIMED, [companyId, past, most]));
    await all((tx, most) => tx.run(PURGE_GUARDS, [companyId, most]));
    await all((tx, most) => dueApprovals.purge(tx, most));
    await this.db.write(ctx, (tx) =>
      tx.run(PURGE_EMAIL_DAYS, [ctx.companyId, addSeconds(ctx.now, -2 * 86_400).slice(0, 10)]),
    );
    return purged;
  }
}
