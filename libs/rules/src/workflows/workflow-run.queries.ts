import { sql } from '@quittance/database';
import { headOf, nounList } from '@quittance/nouns';
import { workflowRunNoun } from './workflow-run.description.js';

/** What workflow rules have done, the latest first. */
export const workflowRunList = nounList(workflowRunNoun, headOf(workflowRunNoun, {}));

/** Days for which the log is kept. */
export const RUN_DAYS = 90;

/** By workflow_run_ran_index; a bounded part of what is too old. */
export const PURGE_RUNS = sql(`
  delete from rules.workflow_run w where w.company_id = $1 and w.id in (
    select o.id from rules.workflow_run o
    where o.company_id = $1 and o.ran_at < $2 order by o.ran_at limit $3)`);
