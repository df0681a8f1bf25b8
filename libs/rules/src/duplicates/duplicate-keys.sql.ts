import { sql } from '@quittance/database';

/** Writes the keys of records; by primary key. */
export const STORE_KEYS = sql(`
  insert into rules.duplicate_key (company_id, rule_id, record_id, key)
  select c.id, k.rule_id, k.record_id, k.key
  from company.pub_company c
  cross join unnest($2::uuid[], $3::uuid[], $4::text[]) as k (rule_id, record_id, key)
  where c.id = $1
  on conflict (company_id, rule_id, record_id) do update set key = excluded.key
  where duplicate_key.key <> excluded.key`);

/** Forgets the keys of records that have none any longer; by primary key. */
export const DROP_KEYS = sql(`
  delete from rules.duplicate_key d
  using unnest($2::uuid[], $3::uuid[]) as k (rule_id, record_id)
  where d.company_id = $1 and d.rule_id = k.rule_id and d.record_id = k.record_id`);

/** Forgets records by every rule of their object, also by those that rest; by primary key. */
export const FORGET_RECORDS = sql(`
  delete from rules.duplicate_key d
  using rules.rule r
  where r.company_id = $1 and r.kind = 'duplicate' and r.object = $2 and d.company_id = $1
    and d.rule_id = r.id and d.record_id = any ($3::uuid[])`);

/**
 * Forgets guards of keys that no record has; those that somebody holds stay. Whoever comes
 * meanwhile makes the guard anew.
 */
export const PURGE_GUARDS = sql(`
  delete from rules.duplicate_guard g
  using (select o.rule_id, o.key from rules.duplicate_guard o
    where o.company_id = $1 and not exists (select from rules.duplicate_key k
      where k.company_id = $1 and k.rule_id = o.rule_id and k.key = o.key)
    limit $2 for update skip locked) o
  where g.company_id = $1 and g.rule_id = o.rule_id and g.key = o.key`);

/**
 * Makes whoever saves a record with the same key wait; always in the same order. By primary key.
 */
export const GUARD_KEYS = sql(`
  insert into rules.duplicate_guard (company_id, rule_id, key)
  select distinct c.id, k.rule_id, k.key
  from company.pub_company c cross join unnest($2::uuid[], $3::text[]) as k (rule_id, key)
  where c.id = $1
  order by 2, 3
  on conflict (company_id, rule_id, key) do update set key = excluded.key`);

/** Where the gathering of keys has come to; by primary key. */
export const BUILD_POINT = sql(`
  select r.build_after as after from rules.rule r
  where r.company_id = $1 and r.id = $2 and r.state = 'building' for update`);

export const MOVE_BUILD_POINT = sql(`
  update rules.rule set build_after = $3, state = $4 where company_id = $1 and id = $2`);

/** By rule_building_index. */
export const BUILDING_RULES = sql(`
  select r.id from rules.rule r
  where r.company_id = $1 and r.state = 'building' and r.updated_at <= $2 order by r.id`);

export const BUILDING_COMPANIES = sql(`
  select company_id as "companyId" from rules.door_companies_with_building_rules()`);
