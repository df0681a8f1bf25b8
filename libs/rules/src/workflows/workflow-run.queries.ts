import { sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import { headOf, nounList } from '@quittance/nouns';
import { mayReadDetails } from './run-details.js';
import { workflowRunNoun, type WorkflowRunView } from './workflow-run.description.js';

/** What workflow rules have done, the latest first. */
export const workflowRunList: ListDefinition<WorkflowRunView, WorkflowRunView> = {
  ...nounList(workflowRunNoun, headOf(workflowRunNoun, {})),
  complete: ({ ctx }, runs) =>
    Promise.resolve(runs.map((run) => (isHidden(ctx, run) ? { ...run, details: null } : run))),
};

function isHidden(ctx: Ctx, { details }: WorkflowRunView): boolean {
  return details !== null && !mayReadDetails(ctx, details);
}

/** Days for which the log is kept. */
export const RUN_DAYS = 90;

/** By workflow_run_ran_index; a bounded part of what is too old. */
export const PURGE_RUNS = sql(`
  delete from rules.workflow_run w where w.company_id = $1 and w.id in (
    select o.id from rules.workflow_run o
    where o.company_id = $1 and o.ran_at < $2 order by o.ran_at limit $3)`);
