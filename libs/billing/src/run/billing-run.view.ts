import type { BillingRun } from './billing-run.js';

/** A run as the API shows it, without its failures. */
export function runView(run: BillingRun) {
  return {
    id: run.id,
    version: run.version,
    status: run.status,
    asOf: run.asOf,
    catchUp: run.catchUp,
    scheduleIds: run.scheduleIds,
    scheduled: run.scheduled,
    invoiced: run.invoiced,
    skipped: run.skipped,
    failed: run.failed,
    error: run.error,
    startedBy: run.actor,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
  };
}

export type RunView = ReturnType<typeof runView>;
