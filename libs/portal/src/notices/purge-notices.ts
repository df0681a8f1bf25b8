import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import { addSeconds, type Ctx } from '@quittance/kernel';

const KEPT_DAYS = 180;
const DAY_SECONDS = 24 * 3600;
const AT_ONCE = 5000;

/** By notice_age_index. */
const DELETE = sql(`
  delete from portal.notice n where n.company_id = $1 and n.id in (
    select o.id from portal.notice o where o.company_id = $1 and o.created_at < $2
    order by o.created_at limit ${AT_ONCE} for update skip locked)`);

/** Forgets what users were told half a year ago, read or not. */
@Injectable()
export class PurgeNotices {
  constructor(private readonly db: Database) {}

  /** Answers how many. */
  async execute(ctx: Ctx): Promise<number> {
    const params = [ctx.companyId, addSeconds(ctx.now, -KEPT_DAYS * DAY_SECONDS)];
    for (let all = 0; ;) {
      const some = await this.db.write(ctx, (tx) => tx.run(DELETE, params));
      all += some;
      if (some < AT_ONCE) return all;
    }
  }
}
