import { namedSql } from '@quittance/database';

const ADVANCED = `status = a.status, next_period = a.next_period,
     next_billing_date = a.next_billing_date,
     billed_through = greatest(s.billed_through, a.billed_through),
     last_run_periods = a.periods
       + case when s.last_run_id = :runId then s.last_run_periods else 0 end,
     last_run_id = :runId, last_run_failed = a.failed,
     version = s.version + 1, updated_at = :now`;

const ADVANCED_ROWS = {
  id: 'uuid',
  status: 'text',
  nextPeriod: 'integer',
  nextBillingDate: 'date',
  billedThrough: 'date',
  periods: 'integer',
  failed: 'boolean',
} as const;

/** Moves schedules on after a batch, by primary key. */
export const ADVANCE_SCHEDULES = namedSql(
  `update billing.schedule s set ${ADVANCED}
   from :rows as a where s.company_id = :companyId and s.id = a.id`,
  { values: { runId: 'uuid' }, rows: ADVANCED_ROWS },
);

/** The same of subscriptions, with how far they are billed; what never stood still has no gaps. */
export const ADVANCE_SUBSCRIBED = namedSql(
  `update billing.schedule s set ${ADVANCED}, covered_until = a.covered_until,
     usage_until = a.usage_until, gaps = coalesce(a.gaps::jsonb, '[]'), parts = a.parts
   from :rows as a where s.company_id = :companyId and s.id = a.id`,
  {
    values: { runId: 'uuid' },
    rows: {
      ...ADVANCED_ROWS,
      coveredUntil: 'date',
      usageUntil: 'date',
      gaps: 'jsonb',
      parts: 'integer',
    },
  },
);

/** Marks the lines that are billed once, by primary key. */
export const MARK_BILLED_LINES = namedSql(
  `update billing.schedule_line l set billed_invoice_id = b.invoice_id from :rows as b
   where l.company_id = :companyId and l.schedule_id = b.schedule_id and l.id = b.id`,
  { rows: { scheduleId: 'uuid', id: 'uuid', invoiceId: 'uuid' } },
);

/** Lists schedules that could not be billed. */
export const INSERT_FAILURES = namedSql(
  `insert into billing.billing_run_failure
     (company_id, run_id, schedule_id, period_start, code, detail, created_at)
   select k.id, :runId, f.schedule_id, f.period_start, f.code, f.detail, :now
   from company.pub_company k cross join :rows as f where k.id = :companyId`,
  {
    values: { runId: 'uuid' },
    rows: { scheduleId: 'uuid', periodStart: 'date', code: 'text', detail: 'text' },
  },
);

/** Lists one of which something goes on waiting; once, whatever else it is listed for. */
export const INSERT_WAITING = namedSql(
  `insert into billing.billing_run_failure
     (company_id, run_id, schedule_id, period_start, code, detail, created_at)
   select k.id, :runId, s.id, null, :code, :detail, :now
   from company.pub_company k
   join billing.schedule s on s.company_id = :companyId and s.id = :id
   where k.id = :companyId
   on conflict (company_id, run_id, schedule_id) do nothing`,
  { values: { runId: 'uuid', id: 'uuid', code: 'text', detail: 'text' } },
);

/** Adds a batch to the counters of a run that still runs. */
export const ADD_PROGRESS = namedSql(
  `update billing.billing_run set taken = taken + :taken, invoiced = invoiced + :invoiced,
     skipped = skipped + :skipped, failed = failed + :failed, version = version + 1,
     updated_at = :now
   where company_id = :companyId and id = :runId and status = 'running'`,
  {
    values: {
      runId: 'uuid',
      taken: 'integer',
      invoiced: 'integer',
      skipped: 'integer',
      failed: 'integer',
    },
  },
);
