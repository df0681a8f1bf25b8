import type { Database, Sql } from '@quittance/database';
import { addSeconds, type Ctx } from '@quittance/kernel';
import { inBatches } from '@quittance/work';

/** What was delivered is kept this long, for looking back and for replays. */
export const RETENTION_DAYS = 30;

const BATCH = 10_000;

/**
 * Deletes what is older than that in batches, each with a commit of its own: for one company;
 * answers how much. The statement takes the company, the instant before which things are old, and
 * how many to delete at most.
 */
export function purgeOld(ctx: Ctx, db: Database, deleteOld: Sql): Promise<number> {
  const before = addSeconds(ctx.now, -RETENTION_DAYS * 24 * 3600);
  return inBatches(BATCH, (most) =>
    db.write(ctx, (tx) => tx.run(deleteOld, [ctx.companyId, before, most]), { answers: false }),
  );
}
