import { namedSql } from '@quittance/database';
import { scheduleNoun } from '../schedules/schedule.description.js';

/**
 * The schedules of subscriptions that are locked; by `schedule_subscription_key`. Waits for a run
 * that is billing one: what it bills is known behind the lock.
 */
export const LOCK_SUBSCRIBED = namedSql(
  `select ${scheduleNoun.rows.select('s')} from billing.schedule s
   where s.company_id = :companyId and s.subscription_id = any(:subscriptionIds)
     and s.source = 'subscription'
   order by s.id for no key update`,
  { values: { subscriptionIds: 'uuid[]' } },
);

/** By `schedule_subscription_key`. */
export const FIND_SUBSCRIBED = namedSql(
  `select ${scheduleNoun.rows.select('s')} from billing.schedule s
   where s.company_id = :companyId and s.subscription_id = :subscriptionId
     and s.source = 'subscription'`,
  { values: { subscriptionId: 'uuid' } },
);

/** How far subscriptions are billed, as it stands; by `schedule_subscription_key`. */
export const COVERED_SUBSCRIBED = namedSql(
  `select s.subscription_id as "subscriptionId", s.covered_until as "coveredUntil"
   from billing.schedule s
   where s.company_id = :companyId and s.subscription_id = any(:subscriptionIds)
     and s.source = 'subscription'`,
  { values: { subscriptionIds: 'uuid[]' } },
);

/** What becomes of schedules when their subscriptions move; by primary key. */
export const MOVE_SUBSCRIBED = namedSql(
  `update billing.schedule s set status = m.status, contract_id = m.contract_id,
     frequency = m.frequency, start_date = m.start_date, end_date = m.end_date, total = m.total,
     next_billing_date = m.next_billing_date, covered_until = m.covered_until,
     usage_until = m.usage_until, gaps = m.gaps::jsonb, parts = m.parts,
     version = s.version + 1, updated_at = :now
   from :rows as m where s.company_id = :companyId and s.id = m.id`,
  {
    rows: {
      id: 'uuid',
      status: 'text',
      contractId: 'uuid',
      frequency: 'text',
      startDate: 'date',
      endDate: 'date',
      total: 'bigint',
      nextBillingDate: 'date',
      coveredUntil: 'date',
      usageUntil: 'date',
      gaps: 'jsonb',
      parts: 'integer',
    },
  },
);

/** For which days items are paid. */
export const INSERT_BILLED_ITEMS = namedSql(
  `insert into billing.billed_item (company_id, schedule_id, item_id, id, start_on, until_on,
     full_days, price, amount, invoice_id, change_id, own_change, begun_by,
     line_position)
   select k.id, r.schedule_id, r.item_id, r.id, r.start_on, r.until_on, r.full_days, r.price,
     r.amount, r.invoice_id, r.change_id, r.own_change, r.begun_by, r.line_position
   from company.pub_company k cross join :rows as r where k.id = :companyId`,
  {
    rows: {
      scheduleId: 'uuid',
      itemId: 'uuid',
      id: 'uuid',
      startOn: 'date',
      untilOn: 'date',
      fullDays: 'integer',
      price: 'bigint',
      amount: 'bigint',
      invoiceId: 'uuid',
      changeId: 'uuid',
      ownChange: 'boolean',
      begunBy: 'uuid',
      linePosition: 'integer',
    },
  },
);

const BILLED_ITEM = `b.item_id as "itemId", b.id, b.start_on as "startOn", b.until_on as "untilOn",
     b.full_days as "fullDays", b.price, b.amount, b.invoice_id as "invoiceId",
     b.change_id as "changeId", b.own_change as "ownChange", b.begun_by as "begunBy",
     b.line_position as "linePosition", b.cut_by as "cutBy", b.given_by as "givenBy",
     b.uncut_on as "uncutOn",
     b.given_back as "givenBack", b.uncut_back as "uncutBack", b.held_back as "heldBack",
     b.given_against as "givenAgainst", b.division,
     b.uncut_held as "uncutHeld", b.uncut_against as "uncutAgainst",
     b.uncut_division as "uncutDivision"`;

/**
 * Items that are paid for on a day or behind it, or were before a change in the same period or on
 * days of it ahead of another price, which one invoice asked for together; by prefix of the primary
 * key.
 */
export const PAID_FROM = namedSql(
  `select ${BILLED_ITEM} from billing.billed_item b
   where b.company_id = :companyId and b.schedule_id = :scheduleId
     and (b.until_on >= :day or b.uncut_on >= :day
       or b.until_on > :day::date - b.full_days
         and exists (select from billing.billed_item n
           where n.company_id = :companyId and n.schedule_id = :scheduleId
             and n.item_id = b.item_id and n.invoice_id = b.invoice_id
             and n.change_id is not distinct from b.change_id
             and (n.until_on >= :day or n.uncut_on >= :day)))
   order by b.item_id, b.start_on, b.id`,
  { values: { scheduleId: 'uuid', day: 'date' } },
);

/**
 * Lets items be paid for until another day; `cut_by` is the change that asks for what is new, and
 * `given_back` what comes back for the days behind.
 */
export const CUT_BILLED_ITEMS = namedSql(
  `update billing.billed_item b set until_on = c.until_on, cut_by = c.cut_by,
     given_by = c.given_by, uncut_on = c.uncut_on, given_back = c.given_back,
     uncut_back = c.uncut_back, held_back = c.held_back, given_against = c.given_against,
     division = c.division::jsonb, uncut_held = c.uncut_held,
     uncut_against = c.uncut_against, uncut_division = c.uncut_division::jsonb
   from :rows as c
   where b.company_id = :companyId and b.schedule_id = :scheduleId and b.item_id = c.item_id
     and b.id = c.id`,
  {
    values: { scheduleId: 'uuid' },
    rows: {
      itemId: 'uuid',
      id: 'uuid',
      untilOn: 'date',
      cutBy: 'uuid',
      givenBy: 'uuid',
      uncutOn: 'date',
      givenBack: 'bigint',
      uncutBack: 'bigint',
      heldBack: 'bigint',
      givenAgainst: 'bigint',
      division: 'jsonb',
      uncutHeld: 'bigint',
      uncutAgainst: 'bigint',
      uncutDivision: 'jsonb',
    },
  },
);

/**
 * Schedules that billed by one of some invoices, or of which one bears a change, and of which a
 * note by hand holds something back, and since when; by `billed_item_held_index`.
 */
export const HELD_BESIDE = namedSql(
  `select h.schedule_id as "scheduleId", s.subscription_id as "subscriptionId",
     min(h.start_on) as since
   from billing.billed_item h
   join billing.schedule s on s.company_id = :companyId and s.id = h.schedule_id
   where h.company_id = :companyId and (h.held_back > 0 or h.given_against > 0)
     and (exists (select from billing.billed_item b where b.company_id = :companyId
         and b.schedule_id = h.schedule_id and b.invoice_id = any(:invoiceIds))
       or exists (select from billing.change_line l where l.company_id = :companyId
         and l.schedule_id = h.schedule_id and l.invoice_id = any(:invoiceIds)))
   group by h.schedule_id, s.subscription_id order by h.schedule_id`,
  { values: { invoiceIds: 'uuid[]' } },
);

/** What was held back of rows and comes back after all; by primary key. */
export const REOPEN_BILLED_ITEMS = namedSql(
  `update billing.billed_item b set given_back = b.given_back + r.back,
     held_back = b.held_back - r.back, given_against = r.against,
     division = r.division::jsonb
   from :rows as r
   where b.company_id = :companyId and b.schedule_id = :scheduleId and b.item_id = r.item_id
     and b.id = r.id`,
  {
    values: { scheduleId: 'uuid' },
    rows: { itemId: 'uuid', id: 'uuid', back: 'bigint', against: 'bigint', division: 'jsonb' },
  },
);

/** Items as they are for good, as no other change undoes theirs; by prefix of the primary key. */
export const KEEP_BILLED_ITEMS = namedSql(
  `update billing.billed_item b
   set own_change = b.own_change and b.change_id <> all(:changeIds),
     cut_by = case when b.cut_by = any(:changeIds) then null else b.cut_by end
   where b.company_id = :companyId and b.schedule_id = :scheduleId
     and (b.cut_by = any(:changeIds) or b.own_change and b.change_id = any(:changeIds))`,
  { values: { scheduleId: 'uuid', changeIds: 'uuid[]' } },
);

/** What changes began in the place of which another is; by prefix of the primary key. */
export const DROP_BILLED_ITEMS = namedSql(
  `delete from billing.billed_item b
   where b.company_id = :companyId and b.schedule_id = :scheduleId
     and b.change_id = any(:changeIds) and b.own_change`,
  { values: { scheduleId: 'uuid', changeIds: 'uuid[]' } },
);

/**
 * Any of the ids, which are hidden from whoever plans the statement: seen, what each of hundreds
 * leads to is estimated for each index anew, and a plan that was made so looks better than one for
 * any ids, so that it is made for every batch and costs it more than to read the rows.
 */
const OF_MANY = 'any(array(select unnest(:scheduleIds)))';

/**
 * What is asked for items of schedules and not given back, with the days that it is for: all of
 * them, where nothing came back for those behind a change. What was voided or cancelled asks for
 * nothing; what a change asks and gives back does, whatever invoice bears it. What was cut before
 * changes had lines came back by its draft or not at all. By prefix of the primary key.
 */
export const KEPT_FLAT = namedSql(
  `select b.schedule_id as "scheduleId", b.item_id as "itemId", b.start_on as "startOn",
     case when g.back = 0 then coalesce(b.uncut_on, b.until_on) else b.until_on end as "untilOn",
     b.amount - g.back as amount
   from billing.billed_item b
   left join receivables.pub_invoice i on i.company_id = :companyId and i.id = b.invoice_id
   left join receivables.pub_invoice d on d.company_id = :companyId and d.id = b.cut_by
   cross join lateral (select case when d.status in ('void', 'cancelled') then 0
     else b.given_back end as back) g
   where b.company_id = :companyId and b.schedule_id = ${OF_MANY}
     and (b.until_on >= :since or b.uncut_on >= :since)
     and (b.change_id is not null or i.status not in ('void', 'cancelled'))
   order by b.schedule_id, b.item_id, b.start_on, b.id`,
  { values: { scheduleIds: 'uuid[]', since: 'date' } },
);

/**
 * A list that a set of rows writes as JSON: of nothing null is sent, which is the empty list. Most
 * are, and to parse them is a tenth of what the row costs.
 */
export const unlessEmpty = <Value>(list: readonly Value[] | undefined) =>
  list === undefined || list.length === 0 ? null : list;

/**
 * What usage of days has come to, which is billed for the first time. Nothing is looked for that is
 * there already, which cost a third of the row: no days are billed twice, or the key refuses it.
 */
export const INSERT_BILLED_USAGE = namedSql(
  `insert into billing.billed_usage (company_id, schedule_id, item_id, start_on, until_on,
     period_on, plan_version_id, overrides, flat, minimum, usage, true_up, revision, pending,
     invoice_id, ahead, first_line, last_line)
   select k.id, r.schedule_id, r.item_id, r.start_on, r.until_on, r.period_on,
     r.plan_version_id, r.overrides::jsonb, r.flat, r.minimum, r.usage, r.true_up, r.revision,
     r.pending, r.invoice_id, coalesce(r.ahead::jsonb, '[]'), r.first_line, r.last_line
   from company.pub_company k cross join :rows as r where k.id = :companyId`,
  {
    rows: {
      scheduleId: 'uuid',
      itemId: 'uuid',
      startOn: 'date',
      untilOn: 'date',
      periodOn: 'date',
      planVersionId: 'uuid',
      overrides: 'jsonb',
      flat: 'bigint',
      minimum: 'bigint',
      usage: 'bigint',
      trueUp: 'bigint',
      revision: 'bigint',
      pending: 'boolean',
      invoiceId: 'uuid',
      ahead: 'jsonb',
      firstLine: 'integer',
      lastLine: 'integer',
    },
  },
);

/** What usage that was billed comes to with what came late; by primary key. */
export const CORRECT_BILLED_USAGE = namedSql(
  `update billing.billed_usage u set usage = r.usage, true_up = r.true_up, revision = r.revision,
     pending = r.pending, by_hand = r.by_hand
   from :rows as r
   where u.company_id = :companyId and u.schedule_id = r.schedule_id and u.item_id = r.item_id
     and u.start_on = r.start_on`,
  {
    rows: {
      scheduleId: 'uuid',
      itemId: 'uuid',
      startOn: 'date',
      usage: 'bigint',
      trueUp: 'bigint',
      revision: 'bigint',
      pending: 'boolean',
      byHand: 'bigint',
    },
  },
);

const BILLED_USAGE = `u.item_id as "itemId", u.start_on as "startOn", u.until_on as "untilOn",
     u.period_on as "periodOn", u.plan_version_id as "planVersionId", u.overrides, u.flat,
     u.minimum, u.usage, u.true_up as "trueUp", u.revision, u.pending, u.invoice_id as "invoiceId",
     u.ahead, u.first_line as "firstLine", u.last_line as "lastLine", u.by_hand as "byHand",
     coalesce(i.status in ('void', 'cancelled'), false) as forgiven`;
const USAGE_BILLED = `from billing.billed_usage u
   left join receivables.pub_invoice i on i.company_id = :companyId and i.id = u.invoice_id`;

/** Usage that was billed and of which events may still come in; by prefix of the primary key. */
export const STILL_OPEN_USAGE = namedSql(
  `select u.schedule_id as "scheduleId", ${BILLED_USAGE}
   ${USAGE_BILLED}
   where u.company_id = :companyId and u.schedule_id = ${OF_MANY}
     and (u.until_on >= :since or u.pending)
   order by u.schedule_id, u.start_on, u.item_id`,
  { values: { scheduleIds: 'uuid[]', since: 'date' } },
);

/**
 * Usage of subscriptions that no run looks at again, of periods that some days lie in; by
 * `schedule_subscription_key` and prefix of the primary key.
 */
export const SETTLED_USAGE = namedSql(
  `select distinct s.subscription_id as "subscriptionId", u.start_on as "startOn",
     u.until_on + e.day as "untilOn"
   from billing.schedule s
   join billing.billed_usage u on u.company_id = :companyId and u.schedule_id = s.id
   cross join lateral (select case when s.status = 'completed' then 1 else 0 end as day) e
   where s.company_id = :companyId and s.subscription_id = any(:subscriptionIds)
     and s.source = 'subscription' and u.start_on <= :until and u.until_on + e.day > :since
     and not u.pending
     and (s.status = 'completed' or u.until_on < s.usage_until - :mostLate)`,
  { values: { subscriptionIds: 'uuid[]', since: 'date', until: 'date', mostLate: 'integer' } },
);

/** Usage of a schedule that is to be given back; by `billed_usage_pending_index`. */
export const PENDING_USAGE = namedSql(
  `select ${BILLED_USAGE} ${USAGE_BILLED}
   where u.company_id = :companyId and u.schedule_id = :scheduleId and u.pending
   order by u.start_on, u.item_id`,
  { values: { scheduleId: 'uuid' } },
);

/** By primary key, locked. */
export const LOCK_SCHEDULE = namedSql(
  `select ${scheduleNoun.rows.select('s')} from billing.schedule s
   where s.company_id = :companyId and s.id = :id and s.source = 'subscription'
   for no key update`,
  { values: { id: 'uuid' } },
);

/** The newest invoices of a schedule, and of changes of it, that may still be credited. */
export const NEWEST_INVOICES = namedSql(
  `select i.id from receivables.pub_invoice i
   where i.company_id = :companyId and i.status not in ('void', 'cancelled')
     and i.id = any(array(
       select p.id from receivables.pub_invoice p
       where p.company_id = :companyId and p.schedule_id = :scheduleId
       union
       select l.invoice_id from billing.change_line l
       where l.company_id = :companyId and l.schedule_id = :scheduleId
         and l.invoice_id is not null))
   order by i.id desc limit 60`,
  { values: { scheduleId: 'uuid' } },
);

/** What usage of closed periods of a company came to; all of it, by prefix of the primary key. */
export function closedUsage(company: string): string {
  return `select b.subscription_id, u.plan_version_id, u.until_on,
      coalesce(u.period_on, u.start_on) as period_on, u.usage + u.true_up as amount
    from billing.billed_usage u
    join billing.schedule b on b.company_id = ${company} and b.id = u.schedule_id
    where u.company_id = ${company}`;
}
