import { sql, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { notFound, type Instant, type ScheduleId } from '@quittance/kernel';
import type { BillingRunId } from './billing-run-id.js';
import type { LocalDate } from '@quittance/calendar';
import { RUN_STATUSES, type BillingRun } from './billing-run.js';
import { findRun, RUN_COLUMNS } from './billing-run.repository.js';
import { runView, type RunView } from './billing-run.view.js';

/** A schedule that a run could not bill. */
export interface RunFailure {
  readonly scheduleId: ScheduleId;
  /** The first period that was not billed. */
  readonly periodStart: LocalDate | null;
  readonly code: string;
  readonly detail: string;
  readonly createdAt: Instant;
}

export type RunWithFailures = RunView & { readonly failures: readonly RunFailure[] };

/** As many as a run shows of itself; its list of failures has them all. */
export const FAILURES_SHOWN = 200;

const FAILURE_COLUMNS = `f.schedule_id as "scheduleId", f.period_start as "periodStart", f.code,
  f.detail, f.created_at as "createdAt"`;

/** By prefix of the primary key. */
const FIRST_FAILURES = sql(`
  select ${FAILURE_COLUMNS} from billing.billing_run_failure f
  where f.company_id = $1 and f.run_id = $2 order by f.schedule_id limit ${FAILURES_SHOWN}`);

/** Newest first by `billing_run_created_index`. */
export const billingRunList: ListDefinition<BillingRun, RunView> = {
  from: 'billing.billing_run r',
  select: RUN_COLUMNS,
  id: 'r.id',
  fields: {
    status: { sql: 'r.status', type: 'enum', values: RUN_STATUSES, notNull: true },
    asOf: { sql: 'r.as_of', type: 'date', notNull: true },
    catchUp: { sql: 'r.catch_up', type: 'boolean', notNull: true },
    scheduled: { sql: 'r.scheduled', type: 'integer', notNull: true },
    invoiced: { sql: 'r.invoiced', type: 'integer', notNull: true },
    skipped: { sql: 'r.skipped', type: 'integer', notNull: true },
    failed: { sql: 'r.failed', type: 'integer', notNull: true },
    createdAt: { sql: 'r.created_at', type: 'instant', notNull: true },
    startedAt: { sql: 'r.started_at', type: 'instant' },
    finishedAt: { sql: 'r.finished_at', type: 'instant' },
  },
  search: [],
  defaultSort: '-createdAt',
  columns: [
    'id',
    'status',
    'asOf',
    'catchUp',
    'scheduled',
    'invoiced',
    'skipped',
    'failed',
    'createdAt',
    'startedAt',
    'finishedAt',
  ],
  map: runView,
};

/** The failures of one run; the endpoint narrows it by `f.run_id`. */
export const runFailureList: ListDefinition<RunFailure, RunFailure> = {
  from: 'billing.billing_run_failure f',
  select: FAILURE_COLUMNS,
  id: 'f.schedule_id',
  fields: {
    scheduleId: { sql: 'f.schedule_id', type: 'id', notNull: true },
    code: { sql: 'f.code', type: 'text', notNull: true },
    periodStart: { sql: 'f.period_start', type: 'date' },
    createdAt: { sql: 'f.created_at', type: 'instant', notNull: true },
  },
  search: ['f.detail'],
  defaultSort: 'scheduleId',
  columns: ['scheduleId', 'periodStart', 'code', 'detail', 'createdAt'],
  map: (row) => row,
};

/** A run with the first of its failures, in one round trip. @throws DomainError not_found */
export async function readRun(tx: Tx, id: BillingRunId): Promise<RunWithFailures> {
  const [run, failures] = await Promise.all([
    findRun(tx, id),
    tx.rows<RunFailure>(FIRST_FAILURES, [tx.ctx.companyId, id]),
  ]);
  if (!run) throw notFound({ object: 'billing run' });
  return { ...runView(run), failures };
}
