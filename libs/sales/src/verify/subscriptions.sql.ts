import type { Invariant } from '@quittance/database';

const ONE_ROW_A_DAY: Invariant = {
  id: 'I23a',
  holds: 'An item of a subscription has at most one row for a day',
  text: `
    select a.company_id, 'subscription' as object, a.subscription_id as record,
      format('item %s from %s and from %s', a.item_id, a.valid_from, b.valid_from) as wrong
    from sales.subscription_item a
    join sales.subscription_item b on b.company_id = a.company_id
      and b.subscription_id = a.subscription_id and b.item_id = a.item_id and b.id > a.id
    where daterange(a.valid_from, a.valid_to) && daterange(b.valid_from, b.valid_to)`,
};

const ALWAYS_AN_ITEM: Invariant = {
  id: 'I23b',
  holds: 'A subscription has items from its start on, without an end while it goes on',
  text: `
    select s.company_id, 'subscription' as object, s.id as record,
      format('starts %s, first item from %s, open items: %s', s.start_date, min(i.valid_from),
        count(*) filter (where i.valid_to is null)) as wrong
    from sales.subscription s
    left join sales.subscription_item i on i.company_id = s.company_id
      and i.subscription_id = s.id and (i.valid_to is null or i.valid_to > i.valid_from)
    group by s.company_id, s.id, s.start_date
    having min(i.valid_from) is distinct from s.start_date
      or count(*) filter (where i.valid_to is null) = 0`,
};

const HISTORY: Invariant = {
  id: 'I23c',
  holds: 'The history of a subscription begins with 1 and has no gap',
  text: `
    select s.company_id, 'subscription' as object, s.id as record,
      format('%s entries up to %s', count(a.id), max(a.number)) as wrong
    from sales.subscription s
    left join sales.amendment a on a.company_id = s.company_id and a.subscription_id = s.id
    group by s.company_id, s.id
    having count(a.id) = 0 or count(a.id) <> max(a.number)`,
};

const ALIKE: Invariant = {
  id: 'I23d',
  holds: 'The items of a subscription are of plans that are billed as it is',
  text: `
    select s.company_id, 'subscription' as object, s.id as record,
      format('%s %s, an item of %s %s', s.frequency, s.timing, v.frequency, v.timing) as wrong
    from sales.subscription s
    join sales.subscription_item i on i.company_id = s.company_id and i.subscription_id = s.id
    join sales.plan_version v on v.company_id = i.company_id and v.id = i.plan_version_id
    where v.timing <> s.timing or v.plan_id <> i.plan_id
      or (v.frequency <> case when s.grid_next is not null
            and i.valid_from >= (s.grid_next->>'on')::date then s.grid_next->>'frequency'
          else s.frequency end
        and i.valid_from < coalesce(s.ended_on, 'infinity')
        and coalesce(i.valid_to, 'infinity') > greatest(i.valid_from, s.billed_from,
          (s.grid_before->>'until')::date))`,
};

const FOLLOWED: Invariant = {
  id: 'I24',
  holds: 'A renewed contract and its successor name each other, and their terms meet',
  text: `
    select c.company_id, 'contract' as object, c.number as record,
      format('ends %s, successor %s from %s after %s', c.end_date, n.number, n.start_date,
        n.previous_id) as wrong
    from sales.contract c
    left join sales.contract n on n.company_id = c.company_id and n.id = c.successor_id
    where c.status = 'renewed'
      and (n.previous_id is distinct from c.id or n.start_date is distinct from c.end_date + 1
        or n.account_id is distinct from c.account_id)`,
};

const USAGE_SUMS: Invariant = {
  id: 'I25',
  holds: 'The sums of usage of a day are those of its events that were not taken back',
  text: `
    with counted as (
      select e.company_id, e.subscription_id, e.meter_id, e.day, count(*) as events,
        sum(e.value) as sum, max(e.value) as max
      from sales.usage_event e
      left join sales.usage_void v on v.company_id = e.company_id and v.event_id = e.event_id
      where v.event_id is null
      group by e.company_id, e.subscription_id, e.meter_id, e.day)
    select coalesce(d.company_id, c.company_id) as company_id, 'subscription' as object,
      coalesce(d.subscription_id, c.subscription_id) as record,
      format('%s: kept %s events, %s; come in %s, %s', coalesce(d.day, c.day), d.events, d.sum,
        c.events, c.sum) as wrong
    from sales.usage_day d
    full join counted c on c.company_id = d.company_id
      and c.subscription_id = d.subscription_id and c.meter_id = d.meter_id and c.day = d.day
    where coalesce(d.events, 0) <> coalesce(c.events, 0)
      or coalesce(d.sum, 0) <> coalesce(c.sum, 0) or d.max is distinct from c.max`,
};

/** What must be true of contracts, subscriptions and usage, whatever was done. */
export const subscriptionInvariants: readonly Invariant[] = [
  ONE_ROW_A_DAY,
  ALWAYS_AN_ITEM,
  HISTORY,
  ALIKE,
  FOLLOWED,
  USAGE_SUMS,
];
