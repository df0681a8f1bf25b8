import { sql } from '@quittance/database';

/** By rule_timed_index. */
export const TIMED_COMPANIES = sql(`
  select company_id as "companyId" from rules.door_companies_with_timed_rules()`);

/** Says that a rule runs for a record and an instant; no row where it has. By primary key. */
export const TAKE_TIMED = sql(`
  insert into rules.timed_run (company_id, rule_id, record_id, field_at, created_at)
  values ($1, $2, $3, $4, $5) on conflict do nothing`);

/** Of a record and an instant of its field: whether the rule has run for them. By primary key. */
export const hasRun = (rule: string, record: string, at: string) =>
  `exists (select 1 from rules.timed_run d where d.company_id = $1
    and d.rule_id = ${rule}::uuid and d.record_id = ${record} and d.field_at = ${at})`;

/** By timed_run_created_index; a bounded part of what is too old. */
export const PURGE_TIMED = sql(`
  delete from rules.timed_run d
  where d.company_id = $1 and (d.rule_id, d.record_id, d.field_at) in (
    select o.rule_id, o.record_id, o.field_at from rules.timed_run o
    where o.company_id = $1 and o.created_at < $2 order by o.created_at limit $3)`);
