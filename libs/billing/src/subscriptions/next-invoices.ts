import type { LocalDate } from '@quittance/calendar';
import { namedSql, type Tx } from '@quittance/database';
import type { Id } from '@quittance/kernel';

/** By `schedule_subscription_key`. */
const NEXT = namedSql(
  `select s.subscription_id as "subscriptionId", s.next_billing_date as "on"
   from billing.schedule s
   where s.company_id = :companyId and s.subscription_id = any(:subscriptionIds)
     and s.source = 'subscription' and s.status = 'active'`,
  { values: { subscriptionIds: 'uuid[]' } },
);

interface NextInvoice {
  readonly subscriptionId: Id<'subscription'>;
  readonly on: LocalDate;
}

/** When these subscriptions are invoiced next; one that is not billed any more is not among them. */
export async function nextInvoiceDates(
  tx: Tx,
  subscriptionIds: readonly Id<'subscription'>[],
): Promise<ReadonlyMap<string, LocalDate>> {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await NEXT.rows<NextInvoice>(tx, { subscriptionIds });
  return new Map(rows.map(({ subscriptionId, on }) => [subscriptionId, on]));
}
