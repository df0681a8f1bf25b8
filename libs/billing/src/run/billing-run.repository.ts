import { namedSql, sql, type Tx } from '@quittance/database';
import { DomainError } from '@quittance/kernel';
import type { BillingRunId } from './billing-run-id.js';
import type { BillingRun, RunScope, RunStatus } from './billing-run.js';
import { ANY_OPEN, COUNT_DUE } from './claim.sql.js';

/** The columns of a run, as `BillingRun` names them. */
export const RUN_COLUMNS = `r.id, r.version, r.as_of as "asOf", r.catch_up as "catchUp",
  r.schedule_ids as "scheduleIds", r.preview_token as "previewToken", r.status, r.scheduled,
  r.invoiced, r.skipped, r.failed, r.error, r.actor, r.started_at as "startedAt",
  r.finished_at as "finishedAt", r.created_at as "createdAt", r.updated_at as "updatedAt"`;

/** By `billing_run_key`: the sweep of a day is queued once, whoever asks. */
const INSERT_RUN = namedSql(
  `insert into billing.billing_run as r (company_id, id, run_key, as_of, catch_up, schedule_ids,
     preview_token, status, actor, created_at, updated_at)
   values (:companyId, :id, :key, :asOf, :catchUp, :scheduleIds, :previewToken, 'queued', :actor,
     :now, :now)
   on conflict (company_id, run_key) do nothing
   returning ${RUN_COLUMNS}`,
  {
    values: {
      id: 'uuid',
      key: 'text',
      asOf: 'date',
      catchUp: 'boolean',
      scheduleIds: 'uuid[]',
      previewToken: 'text',
      actor: 'jsonb',
    },
  },
);

const RUN_BY_ID = sql(
  `select ${RUN_COLUMNS} from billing.billing_run r where r.company_id = $1 and r.id = $2`,
);

/** The run that is carried out, else the oldest that waits: by `billing_run_open_index`. */
const OPEN_RUN = sql(`
  select ${RUN_COLUMNS} from billing.billing_run r
  where r.company_id = $1 and r.status in ('queued', 'running')
  order by r.status = 'running' desc, r.created_at, r.id limit 1`);

/** `billing_run_running_key` lets one run of a company start at a time. */
const START_RUN = namedSql(
  `update billing.billing_run r set status = 'running', scheduled = ${COUNT_DUE},
     started_at = :now, updated_at = :now, version = r.version + 1
   where r.company_id = :companyId and r.id = :id and r.status = 'queued'`,
  { values: { id: 'uuid', asOf: 'date', scheduleIds: 'uuid[]' } },
);

/** Ends a run when nothing is left of it; what another worker holds is still left. */
const FINISH_RUN = namedSql(
  `update billing.billing_run r set scheduled = r.taken, finished_at = :now,
     status = case when r.failed > 0 then 'completed_with_failures' else 'completed' end,
     updated_at = :now, version = r.version + 1
   where r.company_id = :companyId and r.id = :runId and r.status = 'running' and not ${ANY_OPEN}
   returning ${RUN_COLUMNS}`,
  { values: { runId: 'uuid', asOf: 'date', catchUp: 'boolean', scheduleIds: 'uuid[]' } },
);

const FAIL_RUN = namedSql(
  `update billing.billing_run r set status = 'failed', error = :error, scheduled = r.taken,
     finished_at = :now, updated_at = :now, version = r.version + 1
   where r.company_id = :companyId and r.id = :id and r.status in ('queued', 'running')
     and (:from is null or r.status = :from)
   returning ${RUN_COLUMNS}`,
  { values: { id: 'uuid', error: 'jsonb', from: 'text' } },
);

/** A run to be queued. */
export interface NewRun extends RunScope {
  readonly id: BillingRunId;
  /** Unique in the company: a second run with the same key is not queued. */
  readonly key: string;
  readonly previewToken: string | null;
}

/** Queues a run as the actor of the transaction; undefined when its key is taken. */
export function insertRun(tx: Tx, run: NewRun): Promise<BillingRun | undefined> {
  const { kind, id, name } = tx.ctx.actor;
  return INSERT_RUN.maybe<BillingRun>(tx, { ...run, actor: { kind, id, name } });
}

export function findRun(tx: Tx, id: BillingRunId): Promise<BillingRun | undefined> {
  return tx.maybe<BillingRun>(RUN_BY_ID, [tx.ctx.companyId, id]);
}

/** The run of the company that is to be worked on next. */
export function findOpenRun(tx: Tx): Promise<BillingRun | undefined> {
  return tx.maybe<BillingRun>(OPEN_RUN, [tx.ctx.companyId]);
}

/** Whether this transaction starts the run; another worker may have. */
export async function startBillingRun(tx: Tx, run: BillingRun): Promise<boolean> {
  return (await START_RUN.run(tx, run)) === 1;
}

/** The run as it ended, or undefined while something is left or when it has already ended. */
export function finishRun(tx: Tx, run: BillingRun): Promise<BillingRun | undefined> {
  return FINISH_RUN.maybe<BillingRun>(tx, { ...run, runId: run.id });
}

/** Ends a run that cannot go on as a whole; with a status, only from that. */
export function failRun(
  tx: Tx,
  id: BillingRunId,
  error: DomainError,
  from: RunStatus | null,
): Promise<BillingRun | undefined> {
  const stored = { code: error.code, detail: error.message };
  return FAIL_RUN.maybe<BillingRun>(tx, { id, error: stored, from });
}
