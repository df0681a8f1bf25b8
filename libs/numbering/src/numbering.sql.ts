import { sql } from '@quittance/database';

/** The saved rules of one type, perhaps taken back since; primary key. */
export const FIND_RULES = sql(`
  select format, reset, start, increment, in_force as "inForce" from numbering.setting
  where company_id = $1 and type = $2`);

/** The saved rules in force of every type; primary key prefix. */
export const LIST_RULES = sql(`
  select type, format, reset, start, increment, version, updated_at as "updatedAt"
  from numbering.setting where company_id = $1 and in_force`);

/**
 * Draws from the counters of one type, several periods at once in one order, and locks them until
 * the commit. A new period begins at the start value. Primary key of the counter.
 */
export const DRAW = sql(`
  insert into numbering.counter as c (company_id, type, period, first_seq, last_seq, increment)
  select k.id, $2::text, d.period, $5::bigint, $5::bigint + (d.count - 1) * $6::bigint, $6::bigint
  from company.pub_company k cross join unnest($3::text[], $4::bigint[]) as d (period, count)
  where k.id = $1 order by d.period
  on conflict (company_id, type, period) do update
    set last_seq = c.last_seq + ((excluded.last_seq - excluded.first_seq) / $6::bigint + 1) *
        $6::bigint, increment = $6::bigint
  returning period, last_seq as "lastSeq"`);

/** Moves counters that this transaction has drawn from on to a later value. */
export const ADVANCE = sql(`
  update numbering.counter c set last_seq = a.seq
  from unnest($3::text[], $4::bigint[]) as a (period, seq)
  where c.company_id = $1 and c.type = $2 and c.period = a.period and c.last_seq < a.seq`);

/** Notes numbers that were drawn but not given, with the reason. */
export const NOTE_SKIPPED = sql(`
  insert into numbering.skipped_number (company_id, type, period, seq, number, reason, created_at)
  select k.id, $2::text, s.period, s.seq, s.number, $6::text, $7::timestamptz
  from company.pub_company k
  cross join unnest($3::text[], $4::bigint[], $5::text[]) as s (period, seq, number)
  where k.id = $1`);

/** The last value of one counter; primary key. */
export const FIND_COUNTER = sql(`
  select last_seq as "lastSeq" from numbering.counter
  where company_id = $1 and type = $2 and period = $3`);

/** Saves the rules of one type and answers their new version. */
export const SAVE_RULES = sql(`
  insert into numbering.setting as s
    (company_id, type, format, reset, start, increment, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7)
  on conflict (company_id, type) do update
    set format = excluded.format, reset = excluded.reset, start = excluded.start,
        increment = excluded.increment, in_force = true, version = s.version + 1,
        updated_at = excluded.updated_at
  returning version, updated_at as "updatedAt"`);

/** Takes the saved rules of one type back; primary key. */
export const TAKE_BACK_RULES = sql(`
  update numbering.setting set in_force = false, version = version + 1, updated_at = $3
  where company_id = $1 and type = $2`);
