import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import { addSeconds, type Ctx } from '@quittance/kernel';

/** Delivered events are kept this long, for looking back and for replays. */
export const RETENTION_DAYS = 30;

const BATCH = 10_000;

/** Deletes a batch of delivered events with their inbox rows, by event_occurred_index. */
const DELETE_OLD = sql(`
  delete from outbox.event where company_id = $1 and id in (
    select e.id from outbox.event e
    where e.company_id = $1 and e.occurred_at < $2 and e.state = 'dispatched'
    order by e.occurred_at limit $3)`);

/** Forgets what was delivered long ago; dead events stay until a person decides. */
@Injectable()
export class PurgeEvents {
  constructor(private readonly db: Database) {}

  /** For one company; answers how many events it deleted. */
  async execute(ctx: Ctx): Promise<number> {
    const before = addSeconds(ctx.now, -RETENTION_DAYS * 24 * 3600);
    let deleted = 0;
    for (;;) {
      const batch = await this.db.write(
        ctx,
        (tx) => tx.run(DELETE_OLD, [ctx.companyId, before, BATCH]),
        { answers: false },
      );
      deleted += batch;
      if (batch < BATCH) return deleted;
    }
  }
}
