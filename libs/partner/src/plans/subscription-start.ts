import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import type { SubscriptionId } from '@quittance/sales';

const START = sql(`
  select s.start_date as start from sales.pub_subscription s
  where s.company_id = $1 and s.id = $2`);

/** The first day of a subscription. */
export async function subscriptionStart(tx: Tx, id: SubscriptionId): Promise<LocalDate> {
  return (await tx.one<{ start: LocalDate }>(START, [tx.ctx.companyId, id])).start;
}
