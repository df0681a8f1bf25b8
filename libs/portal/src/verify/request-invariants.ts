import type { Invariant } from '@quittance/database';

const CONVERTED: Invariant = {
  id: 'I40a',
  holds: 'A request that was converted has the order of its quote, and no other has',
  text: `
    select r.company_id, 'quote-request' as object, r.id as record,
      case when r.converted then format('its order %s is not of its quote', r.order_id)
        else format('there is an order of its quote %s', r.quote_id) end as wrong
    from portal.quote_request r
    where r.quote_id is not null and r.converted <> exists (select from sales.pub_sales_order o
      join sales.pub_quote q on q.company_id = o.company_id and q.id = o.quote_id
      where o.company_id = r.company_id and q.number = r.quote_number
        and (r.order_id is null or o.id = r.order_id))`,
};

const READY: Invariant = {
  id: 'I40b',
  holds: 'A request is ready as soon as its quote was sent, and not before',
  text: `
    select r.company_id, 'quote-request' as object, r.id as record,
      format('is %s, and its quote %s is %s', r.status, q.number, q.status) as wrong
    from portal.quote_request r
    join sales.pub_quote q on q.company_id = r.company_id and q.id = r.quote_id
    where r.status in ('submitted', 'ready')
      and (r.status = 'ready') <> (q.sent_at is not null)`,
};

const AUDITED: Invariant = {
  id: 'I40c',
  holds: 'What became of a request is in the log',
  text: `
    select r.company_id, 'quote-request' as object, r.id as record,
      format('is %s and that is not in the log', r.status) as wrong
    from portal.quote_request r
    where r.status in ('submitted', 'ready', 'converted', 'withdrawn', 'declined')
      and not exists (select from audit.pub_entry e
        where e.company_id = r.company_id and e.record_id = r.id::text
          and e.action = 'quote_request.' || r.status)`,
};

/** What must be true of what customers ask quotes for. */
export const requestInvariants: readonly Invariant[] = [CONVERTED, READY, AUDITED];
