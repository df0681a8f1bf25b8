import { sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import { headOf, nounList } from '@quittance/nouns';
import { mayReadDetails } from './run-details.js';
import { workflowRunNoun, type WorkflowRunView } from './workflow-run.description.js';

/** What workflow rules have done, the latest first. */
export const workflowRunList: ListDefinition<WorkflowRunView, WorkflowRunView> = {
  ...nounList(workflowRunNoun, headOf(workflowRunNoun, {})),
  complete: ({ ctx }, runs) => Promise.resolve(runs.map((run) => shownRun(ctx, run))),
};

/**
 * Rules run as the system: what one was refused for may name records that whoever reads of it may
 * not see. The code in `error` names none.
 */
function shownRun(ctx: Ctx, run: WorkflowRunView): WorkflowRunView {
  const { details } = run;
  const seesAll = ctx.permissions.all || (details !== null && mayReadDetails(ctx, details));
  return seesAll ? run : { ...run, details: null, message: null };
}

/** Days for which the log is kept. */
export const RUN_DAYS = 90;

/** By workflow_run_ran_index; a bounded part of what is too old. */
export const PURGE_RUNS = sql(`
  delete from rules.workflow_run w where w.company_id = $1 and w.id in (
    select o.id from rules.workflow_run o
    where o.company_id = $1 and o.ran_at < $2 order by o.ran_at limit $3)`);
