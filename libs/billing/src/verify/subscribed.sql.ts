import type { Invariant } from '@quittance/database';

const ONE_SCHEDULE: Invariant = {
  id: 'I28a',
  holds: 'A subscription is billed by one schedule, which is of its account and currency',
  text: `
    select s.company_id, 'subscription' as object, s.id as record,
      format('%s schedules; %s %s of the subscription, %s %s of the schedule', count(b.id),
        s.account_id, s.currency, min(b.account_id::text), min(b.currency)) as wrong
    from sales.pub_subscription s
    left join billing.schedule b on b.company_id = s.company_id and b.subscription_id = s.id
      and b.source = 'subscription'
    group by s.company_id, s.id, s.account_id, s.currency
    having count(b.id) <> 1 or bool_or(b.account_id <> s.account_id or b.currency <> s.currency)`,
};

const PAID_ONCE: Invariant = {
  id: 'I28b',
  holds: 'An item of a subscription is billed once for a day, and for none ahead of its schedule',
  text: `
    select a.company_id, 'billing-schedule' as object, a.schedule_id as record,
      format('item %s for %s to %s and again from %s', a.item_id, a.start_on, a.until_on,
        b.start_on) as wrong
    from billing.billed_item a
    join billing.billed_item b on b.company_id = a.company_id and b.schedule_id = a.schedule_id
      and b.item_id = a.item_id and b.id > a.id
    where daterange(a.start_on, a.until_on) && daterange(b.start_on, b.until_on)
    union all
    select a.company_id, 'billing-schedule', a.schedule_id,
      format('item %s until %s, the schedule until %s', a.item_id, a.until_on, s.covered_until)
    from billing.billed_item a
    join billing.schedule s on s.company_id = a.company_id and s.id = a.schedule_id
    where s.source <> 'subscription'
      or (a.until_on > s.covered_until and a.until_on > a.start_on)`,
};

const USED_ONCE: Invariant = {
  id: 'I28c',
  holds: 'Usage of a day is billed once, with what is missing to its minimum',
  text: `
    select a.company_id, 'billing-schedule' as object, a.schedule_id as record,
      format('usage by %s of %s to %s and again from %s', a.plan_version_id, a.start_on,
        a.until_on, b.start_on) as wrong
    from billing.billed_usage a
    join billing.billed_usage b on b.company_id = a.company_id and b.schedule_id = a.schedule_id
      and b.plan_version_id = a.plan_version_id
      and (b.item_id, b.start_on) > (a.item_id, a.start_on)
    where daterange(a.start_on, a.until_on) && daterange(b.start_on, b.until_on)
    union all
    select u.company_id, 'billing-schedule', u.schedule_id,
      format('usage of %s to %s: %s up to the minimum %s of %s and %s; usage is through until %s',
        u.start_on, u.until_on, u.true_up, u.minimum, u.flat, u.usage, s.usage_until)
    from billing.billed_usage u
    join billing.schedule s on s.company_id = u.company_id and s.id = u.schedule_id
    where (not u.pending and u.true_up <> greatest(0, u.minimum - u.flat - u.usage))
      or s.usage_until is null or u.until_on > s.usage_until`,
};

const CHANGED_ONCE: Invariant = {
  id: 'I28d',
  holds: 'What a change asks and gives back of days that are paid for is in its lines',
  text: `
    select l.company_id, 'billing-schedule' as object, l.schedule_id as record,
      format('change %s: lines of %s, days of %s', l.change_id, l.amount, c.amount) as wrong
    from (select company_id, schedule_id, change_id, sum(amount) as amount from (
        select b.company_id, b.schedule_id, b.cut_by as change_id,
          b.uncut_back - b.given_back as amount
        from billing.billed_item b where b.cut_by is not null
        union all
        select b.company_id, b.schedule_id, b.change_id, b.amount
        from billing.billed_item b where b.own_change) d
      group by company_id, schedule_id, change_id) c
    right join (select company_id, schedule_id, change_id, sum(amount) as amount
      from billing.change_line where whole group by company_id, schedule_id, change_id) l
      on l.company_id = c.company_id and l.schedule_id = c.schedule_id
        and l.change_id = c.change_id
    where l.amount is distinct from c.amount`,
};

/** Its run has ended, which gives back behind all invoices, and nothing was refused since. */
const RUN_OVER = `exists (select from billing.billing_run r where r.company_id = s.company_id
  and r.id = s.last_run_id and r.status in ('completed', 'completed_with_failures')
  and not exists (select from billing.billing_run_failure f where f.company_id = s.company_id
    and f.schedule_id = s.id and f.created_at >= r.created_at))`;

const GIVEN_BACK: Invariant = {
  id: 'I28e',
  holds: 'What no invoice has room for, or follows for, is through or failed when a run is over',
  text: `
    select u.company_id, 'billing-schedule' as object, u.schedule_id as record,
      format('usage of %s to %s is to be given back', u.start_on, u.until_on) as wrong
    from billing.billed_usage u
    join billing.schedule s on s.company_id = u.company_id and s.id = u.schedule_id
    where u.pending and ${RUN_OVER}
    union all
    select l.company_id, 'billing-schedule', l.schedule_id,
      format('%s of the change %s is to be given back', l.amount, l.change_id)
    from billing.change_line l
    join billing.schedule s on s.company_id = l.company_id and s.id = l.schedule_id
    where l.returned and l.settled_on is null and ${RUN_OVER}
    union all
    select l.company_id, 'billing-schedule', l.schedule_id,
      format('%s of the change %s waits, and no invoice follows', l.amount, l.change_id)
    from billing.change_line l
    join billing.schedule s on s.company_id = l.company_id and s.id = l.schedule_id
    left join receivables.pub_invoice i on i.company_id = l.company_id and i.id = l.invoice_id
    left join receivables.pub_credit_note n on n.company_id = l.company_id
      and n.id = l.credit_note_id
    left join receivables.pub_invoice c on c.company_id = l.company_id and c.id = l.corrects
    where l.settled_on is null and s.status = 'completed' and not l.netted
      and (l.invoice_id is null or i.status in ('void', 'cancelled'))
      and (l.credit_note_id is null or n.status = 'void')
      and (not l.of_period or l.corrects is null or c.status not in ('void', 'cancelled'))
      and exists (select from billing.billing_run r where r.company_id = l.company_id
        and r.status in ('completed', 'completed_with_failures')
        and r.started_at > greatest(s.updated_at, i.closed_at, n.voided_at))`,
};

const AHEAD: Invariant = {
  id: 'I28f',
  holds: 'Usage is invoiced ahead to its account, and no more of it than there was',
  text: `
    select u.company_id, 'billing-schedule' as object, u.schedule_id as record,
      format('usage from %s: invoice %s of %s %s', u.start_on, i.number, i.account_id, i.currency)
        as wrong
    from billing.interim_usage u
    join billing.schedule s on s.company_id = u.company_id and s.id = u.schedule_id
    join receivables.pub_invoice i on i.company_id = u.company_id and i.id = u.invoice_id
    where i.account_id <> s.account_id or i.currency <> s.currency
    union all
    select u.company_id, 'billing-schedule', u.schedule_id,
      format('usage from %s: invoiced %s ahead of %s', u.start_on, sum(u.amount), max(u.usage))
    from billing.interim_usage u
    join receivables.pub_invoice i on i.company_id = u.company_id and i.id = u.invoice_id
      and i.status not in ('void', 'cancelled')
    group by u.company_id, u.schedule_id, u.start_on, u.plan_version_id
    having sum(u.amount) > max(u.usage)`,
};

const OF_NOTHING: Invariant = {
  id: 'I28h',
  holds: 'Of an invoice that was given up no other document gives anything back',
  text: `
    select l.company_id, 'billing-schedule' as object, l.schedule_id as record,
      format('%s of the change %s comes back of %s, which is %s', l.amount, l.change_id, c.number,
        c.status) as wrong
    from billing.change_line l
    join receivables.pub_invoice c on c.company_id = l.company_id and c.id = l.corrects
      and c.status in ('void', 'cancelled')
    left join receivables.pub_invoice i on i.company_id = l.company_id and i.id = l.invoice_id
    left join receivables.pub_credit_note n on n.company_id = l.company_id
      and n.id = l.credit_note_id
    where l.of_period and l.amount < 0 and l.settled_on is null
      and (l.netted or i.status not in ('void', 'cancelled') or n.status <> 'void')`,
};

const DIVIDED: Invariant = {
  id: 'I28i',
  holds: 'What came back for the days of a row is divided among rows of its item',
  text: `
    select b.company_id, 'billing-schedule' as object, b.schedule_id as record,
      format('%s came back from %s on, of rows %s', b.given_back - b.given_against, b.until_on,
        sum(p.amount)) as wrong
    from billing.billed_item b
    left join lateral jsonb_to_recordset(b.division->'parts')
      as p(id uuid, amount bigint, instead bigint, held bigint) on true
    left join billing.billed_item r on r.company_id = b.company_id
      and r.schedule_id = b.schedule_id and r.item_id = b.item_id and r.id = p.id
    where b.division is not null
    group by b.company_id, b.schedule_id, b.item_id, b.id, b.given_back, b.given_against,
      b.held_back, b.until_on
    having coalesce(sum(p.amount), 0) <> b.given_back - b.given_against
      or coalesce(sum(p.held), 0) <> b.held_back
      or coalesce(sum(p.instead), 0) <> b.given_against - min((b.division->>'against')::bigint)
      or least(min(p.amount), min(p.instead), min(p.held)) < 0 or count(r.id) < count(p.id)`,
};

/** What must be true of what is billed of subscriptions. */
export const subscribedInvariants: readonly Invariant[] = [
  ONE_SCHEDULE,
  PAID_ONCE,
  USED_ONCE,
  CHANGED_ONCE,
  GIVEN_BACK,
  AHEAD,
  OF_NOTHING,
  DIVIDED,
];
