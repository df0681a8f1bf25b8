import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import { addSeconds, type Ctx } from '@quittance/kernel';
import { inBatches } from '@quittance/work';

/** Their bodies may be large. */
const BATCH = 1_000;

/**
 * Removes what the recipients of a batch of ended e-mails read, and what that was rendered from; by
 * email_body_index. That they were sent stays, and what keeps them from being sent twice.
 */
const REMOVE = sql(`
  update notifications.email
  set html = '', text = '', late = null, body_removed_at = $3
  where company_id = $1 and id in (
    select m.id from notifications.email m
    where m.company_id = $1 and m.created_at < $2 and m.body_removed_at is null
      and m.status in ('sent', 'failed')
    order by m.created_at limit $4)
    and status in ('sent', 'failed')`);

/** Removes the bodies of e-mails that were written long ago: for the worker, once a day. */
@Injectable()
export class RemoveBodies {
  constructor(private readonly db: Database) {}

  /**
   * For one company; answers of how many e-mails.
   * @param days how long bodies are kept
   */
  execute(ctx: Ctx, days: number): Promise<number> {
    const { companyId, now } = ctx;
    const before = addSeconds(now, -days * 24 * 3600);
    return inBatches(BATCH, (most) =>
      this.db.write(ctx, (tx) => tx.run(REMOVE, [companyId, before, now, most]), {
        answers: false,
      }),
    );
  }
}
