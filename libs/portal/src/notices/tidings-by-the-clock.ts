import { addDays, type LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import { protectionsEnding } from '@quittance/partner';
import type { NoticeKind } from './notice-kind.js';
import type { Tidings } from './notice-of-event.js';

const SOON_DAYS = 3;
/** How long before its end somebody is told of a subscription or contract. */
export const ENDING_DAYS = 30;
/** How long before its end somebody is told of a protection. */
const BEFORE_END = [30, 7, 0] as const;

interface Due {
  readonly id: string;
  readonly number: string;
  readonly day: LocalDate;
}

/** By the index of open invoices by due date; a day at a time. */
const DUE = sql(`
  select i.id, i.number, i.due_date::text as day from receivables.pub_invoice i
  where i.company_id = $1 and i.due_date = $2::date and i.balance > 0
    and i.status not in ('draft', 'pending', 'cancelled', 'void')`);

const EXPIRING = sql(`
  select q.id, q.number, q.valid_until::text as day from sales.pub_quote q
  where q.company_id = $1 and q.valid_until = $2::date and q.status in ('sent', 'viewed')
    and q.superseded_by_id is null`);

/** A delay is told of in the week behind its day: one that is older is no news. */
const LATE_DAYS = 7;

/**
 * Goods that were to come by a day that has passed and have not all left; by
 * sales_order_requested_index.
 */
const LATE = sql(`
  select o.id, o.number, o.requested_on::text as day from sales.pub_sales_order o
  where o.company_id = $1 and o.requested_on >= $2::date and o.requested_on < $3::date
    and o.status in ('confirmed', 'in_production') and exists (
      select from sales.pub_sales_order_line l
      where l.company_id = $1 and l.order_id = o.id and l.supply_kind = 'goods'
        and l.shipped < l.ordered - l.cancelled)`);

/**
 * What a day brings without an event: what falls due or lapses in three days, orders that are
 * late, and protections that end in thirty, in seven or today. Each is told once, however often the
 * day is asked.
 */
export async function tidingsOfDay(tx: Tx, today: LocalDate): Promise<readonly Tidings[]> {
  const soon = [tx.ctx.companyId, addDays(today, SOON_DAYS)];
  const days = BEFORE_END.map((before) => addDays(today, before));
  const late = [tx.ctx.companyId, addDays(today, -LATE_DAYS), today];
  const [invoices, quotes, orders, protections] = await Promise.all([
    tx.rows<Due>(DUE, soon),
    tx.rows<Due>(EXPIRING, soon),
    tx.rows<Due>(LATE, late),
    protectionsEnding(tx, days),
  ]);
  return [
    ...invoices.map(({ id, number, day }) =>
      clockwork('invoice_due', { object: 'invoice', id, day, facts: { number, dueDate: day } }),
    ),
    ...quotes.map(({ id, number, day }) =>
      clockwork('quote_expiring', { object: 'quote', id, day, facts: { number, validUntil: day } }),
    ),
    ...orders.map(({ id, number, day }) =>
      clockwork('order_delayed', {
        object: 'sales-order',
        id,
        day,
        facts: { number, dueDate: day },
      }),
    ),
    ...protections.map(({ id, partnerId, portalUserId, name, protectedUntil }) => ({
      ...clockwork('registration_expiring', {
        object: 'deal-registration',
        id,
        day: `${protectedUntil}/${today}`,
        facts: { name, until: protectedUntil },
      }),
      named: portalUserId === null ? [] : [portalUserId],
      partnerId,
    })),
  ];
}

/** That a subscription is to end on a day. */
export const subscriptionEnding = (id: string, endsOn: LocalDate): Tidings =>
  clockwork('subscription_ending', { object: 'subscription', id, day: endsOn, facts: { endsOn } });

/** That a contract is to end on a day. */
export const contractEnding = (id: string, endsOn: LocalDate): Tidings =>
  clockwork('contract_ending', { object: 'contract', id, day: endsOn, facts: { endsOn } });

interface OfRecord {
  readonly object: string;
  readonly id: string;
  readonly day: string;
  readonly facts: Readonly<Record<string, string>>;
}

function clockwork(kind: NoticeKind, { object, id, day, facts }: OfRecord): Tidings {
  const source = `${kind}/${id}/${day}`;
  const ofNobody = { named: [], partnerId: null, vendorId: null, actorId: null };
  return { source, kind, object, recordId: id, eventRecordId: id, ...ofNobody, facts };
}
