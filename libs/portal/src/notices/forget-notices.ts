import { sql, type Tx } from '@quittance/database';
import { addSeconds } from '@quittance/kernel';

const KEPT_DAYS = 180;
const DAY_SECONDS = 24 * 3600;
/** So many at each quarter of an hour are more than come in one. */
const AT_ONCE = 50_000;

/** By notice_age_index. */
const FORGET = sql(`
  delete from portal.notice n where n.company_id = $1 and n.id in (
    select o.id from portal.notice o where o.company_id = $1 and o.created_at < $2
    order by o.created_at limit ${AT_ONCE} for update skip locked)`);

/** Forgets what users were told half a year ago, read or not; answers how many there were. */
export function forgetNotices(tx: Tx): Promise<number> {
  return tx.run(FORGET, [tx.ctx.companyId, addSeconds(tx.ctx.now, -KEPT_DAYS * DAY_SECONDS)]);
}
