import { namedSql, sql } from '@quittance/database';

const WATCHED = `jsonb_path_exists(v.charges, '$[*].alerts.percents[*]')`;

/** Whether any plan watches usage; by `plan_version_alerts_index`. */
export const ANY_WATCHED = sql(`select 1 from sales.plan_version v
  where v.company_id = $1 and ${WATCHED} limit 1`);

/** Those of the named that are on such a plan; by prefix of the primary key. */
export const ON_WATCHED = sql(`select distinct i.subscription_id as id
  from sales.subscription_item i
  join sales.plan_version v on v.company_id = $1 and v.id = i.plan_version_id and ${WATCHED}
  where i.company_id = $1 and i.subscription_id = any($2::uuid[])`);

/** Notes what is reached; answers what was not before. */
export const NOTE_ALERTS = namedSql(
  `insert into sales.usage_alert
     (company_id, subscription_id, charge_key, start, percent, reached_at)
   select k.id, r.subscription_id, r.charge_key, r.start, r.percent, :now
   from company.pub_company k cross join :rows as r where k.id = :companyId
   order by r.subscription_id, r.charge_key, r.start, r.percent
   on conflict (company_id, subscription_id, charge_key, start, percent) do nothing
   returning subscription_id as "subscriptionId", charge_key as "chargeKey", start, percent`,
  {
    rows: { subscriptionId: 'uuid', chargeKey: 'text', start: 'date', percent: 'integer' },
  },
);
