import { namedSql } from '@quittance/database';
import { scheduleNoun } from '../schedules/schedule.description.js';

/**
 * Usage that was invoiced ahead of the end of its period, since a day, with what became of its
 * invoice: it may be given up, or given back by a line whose change is the invoice itself. By
 * prefix of the primary key.
 */
export const INTERIM_USAGE = namedSql(
  `select u.schedule_id as "scheduleId", u.start_on as "startOn", u.until_on as "untilOn",
     u.plan_version_id as "planVersionId", u.item_id as "itemId", u.threshold, u.usage, u.amount,
     u.invoice_id as "invoiceId", i.number,
     i.status not in ('void', 'cancelled') and l.change_id is null as standing
   from billing.interim_usage u
   join receivables.pub_invoice i on i.company_id = :companyId and i.id = u.invoice_id
   left join (select distinct c.schedule_id, c.change_id from billing.change_line c
     where c.company_id = :companyId and c.schedule_id = any(:scheduleIds)) l
     on l.schedule_id = u.schedule_id and l.change_id = u.invoice_id
   where u.company_id = :companyId and u.schedule_id = any(:scheduleIds) and u.start_on >= :since
   order by u.schedule_id, u.start_on, u.threshold, u.plan_version_id`,
  { values: { scheduleIds: 'uuid[]', since: 'date' } },
);

/** Of invoices of usage ahead of its period those that ask for nothing any more; by `interim_usage_invoice_key`. */
export const GIVEN_UP_INTERIMS = namedSql(
  `select u.invoice_id as "invoiceId", u.amount from billing.interim_usage u
   join receivables.pub_invoice i on i.company_id = :companyId and i.id = u.invoice_id
   where u.company_id = :companyId and u.invoice_id = any(:ids)
     and i.status in ('void', 'cancelled')`,
  { values: { ids: 'uuid[]' } },
);

/** A threshold is reached once in a period. */
export const NOTE_INTERIM = namedSql(
  `insert into billing.interim_usage (company_id, schedule_id, start_on, plan_version_id,
     threshold, item_id, until_on, usage, amount, invoice_id)
   select k.id, r.schedule_id, r.start_on, r.plan_version_id, r.threshold, r.item_id, r.until_on,
     r.usage, r.amount, r.invoice_id
   from company.pub_company k cross join :rows as r where k.id = :companyId`,
  {
    rows: {
      scheduleId: 'uuid',
      startOn: 'date',
      planVersionId: 'uuid',
      threshold: 'bigint',
      itemId: 'uuid',
      untilOn: 'date',
      usage: 'bigint',
      amount: 'bigint',
      invoiceId: 'uuid',
    },
  },
);

/** The schedules that bill subscriptions, as they are; by `schedule_subscription_key`. */
export const SCHEDULES_OF = namedSql(
  `select ${scheduleNoun.rows.select('s')} from billing.schedule s
   where s.company_id = :companyId and s.subscription_id = any(:subscriptionIds)
     and s.source = 'subscription'
   order by s.id`,
  { values: { subscriptionIds: 'uuid[]' } },
);
