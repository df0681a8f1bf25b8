import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { purgeOld } from './purge-old.js';

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
  execute(ctx: Ctx): Promise<number> {
    return purgeOld(ctx, this.db, DELETE_OLD);
  }
}
