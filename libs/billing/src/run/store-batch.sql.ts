import { sql } from '@quittance/database';

/** Moves schedules on after a batch, by primary key. `$3` is the run. */
export const ADVANCE_SCHEDULES = sql(`
  update billing.schedule s set status = a.status, next_period = a.next_period,
    next_billing_date = a.next_billing_date,
    billed_through = greatest(s.billed_through, a.billed_through),
    last_run_periods = a.periods
      + case when s.last_run_id = $3::uuid then s.last_run_periods else 0 end,
    last_run_id = $3::uuid, last_run_failed = a.failed,
    version = s.version + 1, updated_at = $2::timestamptz
  from unnest($4::uuid[], $5::text[], $6::integer[], $7::date[], $8::date[], $9::integer[],
      $10::boolean[])
    as a(id, status, next_period, next_billing_date, billed_through, periods, failed)
  where s.company_id = $1::uuid and s.id = a.id`);

/** Marks the lines that are billed once, by primary key. */
export const MARK_BILLED_LINES = sql(`
  update billing.schedule_line l set billed_invoice_id = b.invoice_id
  from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as b(schedule_id, id, invoice_id)
  where l.company_id = $1::uuid and l.schedule_id = b.schedule_id and l.id = b.id`);

/** Lists schedules that could not be billed. */
export const INSERT_FAILURES = sql(`
  insert into billing.billing_run_failure
    (company_id, run_id, schedule_id, period_start, code, detail, created_at)
  select $1::uuid, $3::uuid, f.schedule_id, f.period_start, f.code, f.detail, $2::timestamptz
  from unnest($4::uuid[], $5::date[], $6::text[], $7::text[])
    as f(schedule_id, period_start, code, detail)`);

/** Adds a batch to the counters of a run that still runs. */
export const ADD_PROGRESS = sql(`
  update billing.billing_run set taken = taken + $4, invoiced = invoiced + $5,
    skipped = skipped + $6, failed = failed + $7, version = version + 1,
    updated_at = $2::timestamptz
  where company_id = $1::uuid and id = $3::uuid and status = 'running'`);
