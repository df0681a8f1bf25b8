import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { purgeOld } from '@quittance/outbox';

/** Deletes a batch of ended messages with their attempts, by message_old_index. */
const DELETE_OLD = sql(`
  delete from webhooks.message where company_id = $1 and id in (
    select m.id from webhooks.message m
    where m.company_id = $1 and m.created_at < $2 and m.status <> 'pending'
    order by m.created_at limit $3)`);

/** Forgets messages as long after they ended as the outbox forgets their events. */
@Injectable()
export class PurgeMessages {
  constructor(private readonly db: Database) {}

  /** For one company; answers how many messages it deleted. */
  execute(ctx: Ctx): Promise<number> {
    return purgeOld(ctx, this.db, DELETE_OLD);
  }
}
