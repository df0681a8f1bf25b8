import type { Database, Sql } from '@quittance/database';
import { addSeconds, type Ctx } from '@quittance/kernel';

/** What was delivered is kept this long, for looking back and for replays. */
export const RETENTION_DAYS = 30;

const BATCH = 10_000;

/**
 * Deletes what is older than that in batches, each with a commit of its own: for one company;
 * answers how much. The statement takes the company, the instant before which things are old, and
 * how many to delete at most.
 */
export async function purgeOld(ctx: Ctx, db: Database, deleteOld: Sql): Promise<number> {
  const before = addSeconds(ctx.now, -RETENTION_DAYS * 24 * 3600);
  let deleted = 0;
  for (;;) {
    const batch = await db.write(ctx, (tx) => tx.run(deleteOld, [ctx.companyId, before, BATCH]), {
      answers: false,
    });
    deleted += batch;
    if (batch < BATCH) return deleted;
  }
}
