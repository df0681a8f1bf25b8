import type { Invariant } from '@quittance/database';

const PROTECTED: Invariant = {
  id: 'I33a',
  holds: 'An end customer is protected for one partner, unless staff overrode that with a reason',
  text: `
    select r.company_id, 'deal-registration' as object, r.id as record,
      format('is protected for its partner, and so is %s for another', o.id) as wrong
    from partner.deal_registration r
    join partner.deal_registration o on o.company_id = r.company_id and o.id <> r.id
      and o.partner_id <> r.partner_id and o.status = 'approved'
      and o.approved_at <= r.approved_at
    where r.status = 'approved' and r.override_reason is null
      and o.protected_until >= (r.approved_at at time zone 'UTC')::date + 1
      and exists (select from partner.registration_key k
        join partner.registration_key x on x.company_id = r.company_id
          and x.registration_id = o.id and x.key = k.key
        where k.company_id = r.company_id and k.registration_id = r.id and k.key like 'tax:%')`,
};

const CONVERTED: Invariant = {
  id: 'I33b',
  holds: 'The deal of a converted registration has its partner and account, unless they changed',
  text: `
    select r.company_id, 'deal-registration' as object, r.id as record,
      format('its deal %s is not there', r.deal_id) as wrong
    from partner.deal_registration r
    where r.status = 'converted' and not exists (select from crm.pub_deal d
      where d.company_id = r.company_id and d.id = r.deal_id)`,
};

const BOOKED: Invariant = {
  id: 'I33c',
  holds: 'What was earned less what was taken back of it is never less than nothing',
  text: `
    select c.company_id, 'commission' as object, c.id as record,
      format('earned %s on %s, and %s on %s was taken back', c.payout_amount, c.base, -r.payout,
        -r.base) as wrong
    from partner.commission c
    join (select company_id, reverses_id, sum(base) as base, sum(amount) as amount,
        sum(payout_amount) as payout
      from partner.commission where kind = 'reversed' group by 1, 2) r
      on r.company_id = c.company_id and r.reverses_id = c.id
    where c.base + r.base < 0 or c.amount + r.amount < 0 or c.payout_amount + r.payout < 0`,
};

const COUNTERS: Invariant = {
  id: 'I33d',
  holds: 'The base of a period of tiers is that of its commissions',
  text: `
    select coalesce(n.company_id, c.company_id) as company_id, 'commission-plan' as object,
      coalesce(n.plan_id, c.plan_id) as record,
      format('%s stands at %s, its commissions at %s', coalesce(n.line, c.line),
        coalesce(n.base, 0), coalesce(c.base, 0)) as wrong
    from partner.commission_counter n
    full join (select e.company_id, e.partner_id, e.plan_id,
        coalesce((t.terms -> 'countedSince' ->> e.line) || '@', '') || e.line as line,
        e.period_start, sum(e.payout_base) as base
      from partner.commission e
      join partner.commission_terms t on t.company_id = e.company_id and t.order_id = e.order_id
      where e.period_start is not null group by 1, 2, 3, 4, 5) c
      on c.company_id = n.company_id and c.partner_id = n.partner_id and c.plan_id = n.plan_id
        and c.line = n.line and c.period_start = n.period_start
    where coalesce(n.base, 0) <> coalesce(c.base, 0)`,
};

const STATEMENTS: Invariant = {
  id: 'I33e',
  holds: 'A statement comes to the commissions that are on it, each on one',
  text: `
    select s.company_id, 'commission-statement' as object, s.id as record,
      format('says %s for %s commissions, which are %s and come to %s', s.total, s.entries,
        coalesce(c.entries, 0), coalesce(c.total, 0)) as wrong
    from partner.commission_statement s
    left join (select company_id, statement_id, count(*) as entries, sum(payout_amount) as total,
        count(distinct partner_id || payout_currency) as payees,
        bool_and(status = 'paid') as paid, bool_or(status = 'paid') as some_paid
      from partner.commission where statement_id is not null group by 1, 2) c
      on c.company_id = s.company_id and c.statement_id = s.id
    where case when s.status = 'void' then c.entries is not null
      else coalesce(c.entries, 0) <> s.entries or c.total <> s.total or c.payees <> 1
        or c.paid <> (s.status = 'paid') or c.some_paid <> (s.status = 'paid') end`,
};

const AUDITED: Invariant = {
  id: 'I33f',
  holds: 'Every commission and every decision about a registration or statement is in the log',
  text: `
    select d.company_id, d.object, d.record, format('%s and not in the log', d.action) as wrong
    from (select company_id, 'commission' as object, id as record,
          case when payout_amount < 0 then 'commission.reversed' else 'commission.earned' end
            as action
        from partner.commission
      union all select company_id, 'deal-registration', id, 'deal_registration.' || status
        from partner.deal_registration
        where status in ('approved', 'rejected', 'converted', 'expired', 'withdrawn')
      union all select company_id, 'commission-statement', id, 'commission_statement.' || status
        from partner.commission_statement where status in ('approved', 'paid')) d
    where not exists (select from audit.pub_entry e
      where e.company_id = d.company_id and e.record_id = d.record::text and e.action = d.action)`,
};

/** What must be true of what partners registered, earned and are paid. */
export const partnerInvariants: readonly Invariant[] = [
  PROTECTED,
  CONVERTED,
  BOOKED,
  COUNTERS,
  STATEMENTS,
  AUDITED,
];
