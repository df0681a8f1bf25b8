import type { Invariant } from '@quittance/database';

/**
 * Months of one period; periods of days have their own column. Periods are counted from `base`,
 * before which a stub is the first. Subscriptions have their own grid.
 */
const STEP = `
  select s.*,
    case s.frequency when 'monthly' then 1 when 'quarterly' then 3 when 'half_yearly' then 6
      when 'annually' then 12 else 0 end as months,
    case s.frequency when 'weekly' then 7 when 'fortnightly' then 14 else 0 end as days,
    coalesce(s.anchor_date, s.start_date) as base,
    coalesce((s.anchor_date > s.start_date)::integer, 0) as stubs
  from billing.schedule s where s.source = 'lines'`;

/** First day of a period of `s`: counted from its base, clamped to the length of its month. */
const gridDate = (k: string) => `greatest(s.start_date,
  (s.base + make_interval(months => s.months * (${k} - s.stubs),
    days => s.days * (${k} - s.stubs)))::date)`;

/** The period a date would be in, by months or days from the base. */
const PERIOD_OF_INVOICE = `
  case when i.period_start < s.base then 0
    when s.months > 0 then (
      (extract(year from i.period_start) - extract(year from s.base)) * 12
      + extract(month from i.period_start) - extract(month from s.base))::int / s.months + s.stubs
    when s.days > 0 then (i.period_start - s.base) / s.days + s.stubs
    else 0 end`;

const ON_THE_GRID: Invariant = {
  id: 'I8a',
  holds: 'An invoice of a schedule covers exactly one period of its grid that has been reached',
  text: `
    select i.company_id, 'invoice' as object, i.number as record,
      format('period %s to %s of %s schedule %s that starts %s and has reached period %s',
        i.period_start, i.period_end, s.frequency, s.id, s.start_date, s.next_period) as wrong
    from receivables.pub_invoice i
    join (${STEP}) s on s.company_id = i.company_id and s.id = i.schedule_id
    cross join lateral (select ${PERIOD_OF_INVOICE} as k) p
    where i.period_start is null or p.k < 0 or i.period_start <> ${gridDate('p.k')}
      or p.k >= case s.frequency when 'one_time' then 1 else s.next_period end
      or i.period_end is null or i.period_end < i.period_start
      or i.period_end > case s.frequency when 'one_time' then i.period_start
        else ${gridDate('p.k + 1')} - 1 end`,
};

const ONCE: Invariant = {
  id: 'I8b',
  holds: 'A schedule has at most one invoice per period, a one-time schedule at most one ever',
  text: `
    select i.company_id, 'billing-schedule' as object, i.schedule_id as record,
      format('%s invoices in %s periods: %s', count(*), count(distinct i.period_start),
        string_agg(i.number, ', ' order by i.number)) as wrong
    from receivables.pub_invoice i
    join billing.schedule s on s.company_id = i.company_id and s.id = i.schedule_id
    where s.source = 'lines'
    group by i.company_id, i.schedule_id, s.frequency
    having count(*) > count(distinct i.period_start)
      or (s.frequency = 'one_time' and count(*) > 1)`,
};

const NEXT_DATE: Invariant = {
  id: 'I8c',
  holds: 'The next billing date of a schedule is the first day of its next period',
  text: `
    select s.company_id, 'billing-schedule' as object, s.id as record,
      format('%s %s from %s: next period %s, next billing date %s, on the grid %s', s.status,
        s.frequency, s.start_date, s.next_period, s.next_billing_date,
        ${gridDate('s.next_period')}) as wrong
    from (${STEP}) s
    where s.next_period < 0 or s.next_billing_date <> ${gridDate('s.next_period')}`,
};

const DRAFTS: Invariant = {
  id: 'I8d',
  holds: 'A schedule that was never active has no invoice',
  text: `
    select s.company_id, 'billing-schedule' as object, s.id as record,
      format('draft with %s invoices', count(*)) as wrong
    from billing.schedule s
    join receivables.pub_invoice i on i.company_id = s.company_id and i.schedule_id = s.id
    where s.status = 'draft' group by s.company_id, s.id`,
};

const LINES_ONCE: Invariant = {
  id: 'I8e',
  holds: 'A milestone or manual line is billed once, on an invoice of its own schedule',
  text: `
    select l.company_id, 'billing-schedule' as object, l.schedule_id as record,
      format('%s line %s: marked %s, billed %s times', l.trigger, l.position,
        coalesce(l.billed_invoice_id::text, 'unbilled'), count(b.invoice_id)) as wrong
    from billing.schedule_line l
    left join receivables.pub_invoice_line b
      on b.company_id = l.company_id and b.schedule_line_id = l.id
    where l.trigger in ('milestone', 'manual')
    group by l.company_id, l.schedule_id, l.id, l.trigger, l.position, l.billed_invoice_id
    having count(b.invoice_id) > 1
      or (l.billed_invoice_id is not null
        and (count(b.invoice_id) = 0 or bool_or(b.invoice_id <> l.billed_invoice_id)))`,
};

const BILLED_THROUGH: Invariant = {
  id: 'I8f',
  holds: 'A schedule knows the last period it billed',
  text: `
    select s.company_id, 'billing-schedule' as object, s.id as record,
      format('billed through %s, its last invoice is for %s', s.billed_through, i.last) as wrong
    from billing.schedule s
    left join (select company_id, schedule_id, max(period_start) as last
      from receivables.pub_invoice where schedule_id is not null group by 1, 2) i
      on i.company_id = s.company_id and i.schedule_id = s.id
    where s.source = 'lines' and s.billed_through is distinct from i.last`,
};

/** A pause may leave periods out on purpose, so only schedules that never had one are counted. */
const NO_PERIOD_MISSED: Invariant = {
  id: 'I8g',
  holds: 'A schedule with a line for every period, never paused, has billed every period it passed',
  text: `
    select s.company_id, 'billing-schedule' as object, s.id as record,
      format('%s %s from %s is at period %s with %s invoices', s.status, s.frequency,
        s.start_date, s.next_period, coalesce(i.invoices, 0)) as wrong
    from billing.schedule s
    left join (select company_id, schedule_id, count(*) as invoices
      from receivables.pub_invoice where schedule_id is not null group by 1, 2) i
      on i.company_id = s.company_id and i.schedule_id = s.id
    where coalesce(i.invoices, 0) <> case
        when s.frequency <> 'one_time' then s.next_period
        when s.status = 'completed' then 1 else 0 end
      and exists (select from billing.schedule_line l
        where l.company_id = s.company_id and l.schedule_id = s.id
          and (s.frequency = 'one_time' or l.trigger = 'percentage'
            or (l.trigger = 'date' and l.trigger_date is null)))
      and not exists (select from audit.pub_entry a
        where a.company_id = s.company_id and a.record_id = s.id::text
          and a.action = 'schedule.paused')`,
};

/** Of prices that include tax these are gross, of others net: the note is never below them. */
const UNUSED_DAYS: Invariant = {
  id: 'I8h',
  holds: 'What a schedule gives back is what its unused days cost, once, by notes that say so',
  text: `
    select u.company_id, 'billing-schedule' as object, u.schedule_id as record,
      format('line %s of invoice %s: %s back of %s for %s of %s days from %s, schedule %s',
        u.invoice_line_id, u.invoice_id, u.amount, u.asked, u.days, u.of_days, u.unused_from,
        s.status) as wrong
    from billing.unused_line u
    join billing.schedule s on s.company_id = u.company_id and s.id = u.schedule_id
    where s.status <> 'cancelled'
      or u.amount > round(u.asked::numeric * u.days / u.of_days)
    union all
    select u.company_id, 'credit-note', u.credit_note_id,
      format('credits %s, its lines give back %s', coalesce(n.total, 0), sum(u.amount))
    from billing.unused_line u
    left join receivables.pub_credit_note n
      on n.company_id = u.company_id and n.id = u.credit_note_id
    where u.credit_note_id is not null
    group by u.company_id, u.credit_note_id, n.total
    having coalesce(n.total, 0) < sum(u.amount)`,
};

const RUN_FAILURES: Invariant = {
  id: 'I18b',
  holds: 'A billing run lists every schedule it counts as failed',
  text: `
    select r.company_id, 'billing-run' as object, r.id as record,
      format('%s: %s failed, %s listed', r.status, r.failed, coalesce(f.listed, 0)) as wrong
    from billing.billing_run r
    left join (select company_id, run_id, count(*) as listed
      from billing.billing_run_failure group by 1, 2) f
      on f.company_id = r.company_id and f.run_id = r.id
    where r.failed <> coalesce(f.listed, 0)`,
};

/** What must be true of schedules and what they billed. */
export const scheduleInvariants: readonly Invariant[] = [
  ON_THE_GRID,
  ONCE,
  NEXT_DATE,
  DRAFTS,
  LINES_ONCE,
  BILLED_THROUGH,
  NO_PERIOD_MISSED,
  UNUSED_DAYS,
  RUN_FAILURES,
];
