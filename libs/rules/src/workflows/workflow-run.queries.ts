import { rowSet, sql } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { RUN_OUTCOMES, WorkflowRunEntity } from './workflow-run.entity.js';

export const workflowRuns = rowSet(WorkflowRunEntity);

/** One line of the log of workflow rules. */
export type WorkflowRunView = Omit<WorkflowRunEntity, 'companyId'>;

/** What workflow rules have done, the latest first. */
export const workflowRunList: ListDefinition<WorkflowRunView, WorkflowRunView> = {
  from: 'rules.workflow_run w',
  select: workflowRuns.select('w'),
  id: 'w.id',
  fields: {
    id: { sql: 'w.id', type: 'id', notNull: true },
    ruleId: { sql: 'w.rule_id', type: 'id', notNull: true },
    ruleName: { sql: 'w.rule_name', type: 'text', notNull: true },
    object: { sql: 'w.object', type: 'text', notNull: true },
    recordId: { sql: 'w.record_id', type: 'id', notNull: true },
    eventId: { sql: 'w.event_id', type: 'id', notNull: true },
    eventType: { sql: 'w.event_type', type: 'text', notNull: true },
    depth: { sql: 'w.depth', type: 'integer', notNull: true },
    outcome: { sql: 'w.outcome', type: 'enum', values: RUN_OUTCOMES, notNull: true },
    actions: { sql: 'w.actions', type: 'integer', notNull: true },
    error: { sql: 'w.error', type: 'text' },
    ranAt: { sql: 'w.ran_at', type: 'instant', notNull: true },
  },
  search: ['w.rule_name', 'w.object', 'w.error'],
  defaultSort: '-ranAt',
  map: (row) => row,
};

/** Days for which the log is kept. */
export const RUN_DAYS = 90;

/** By workflow_run_ran_index; a bounded part of what is too old. */
export const PURGE_RUNS = sql(`
  delete from rules.workflow_run w where w.company_id = $1 and w.id in (
    select o.id from rules.workflow_run o
    where o.company_id = $1 and o.ran_at < $2 order by o.ran_at limit $3)`);
