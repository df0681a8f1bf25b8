import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import type { SubscriptionId } from '../subscription.js';

/** By prefix of the primary key of items, and by primary key of plans. */
const MAY_PAUSE = sql(`
  select bool_and(p.customer_may_pause) as "mayPause" from sales.subscription_item i
  join sales.plan p on p.company_id = $1 and p.id = i.plan_id
  where i.company_id = $1 and i.subscription_id = $2
    and i.valid_from <= $3::date and (i.valid_to is null or i.valid_to > $3::date)`);

/** Whether the plans of all that is subscribed to on a day let customers pause it themselves. */
export async function customersMayPause(
  tx: Tx,
  id: SubscriptionId,
  day: LocalDate,
): Promise<boolean> {
  const params = [tx.ctx.companyId, id, day];
  const row = await tx.maybe<{ readonly mayPause: boolean | null }>(MAY_PAUSE, params);
  return row?.mayPause ?? false;
}
