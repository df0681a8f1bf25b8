import type { Tx } from '@quittance/database';
import { recordAwaitsApproval, ruleRests } from '../rules.errors.js';
import type { CompiledWorkflow } from '../rules/rule-set.js';
import type { RuleOccasion } from '../workflows/current-record.js';
import type { WorkflowRunView } from '../workflows/workflow-run.description.js';
import type { RecordApproval } from './approval.description.js';
import { insertApproval } from './approval.repository.js';
import { isHeldByOthers } from './document-approval.js';
import { askedAbout, keptReach, showStatus } from './request-approval.js';

/** Of what waits already the one that asked decides; a rule that rests holds nothing. */
const LEFT_TO_OTHERS: ReadonlySet<string> = new Set([recordAwaitsApproval.code, ruleRests.code]);

/**
 * Where a rule that sends documents for approval could ask nobody, as its run has failed, it is a
 * no: the document goes no further than one that was rejected, and the approval says why. A control
 * would be left out in silence else.
 */
export async function rejectUnasked(
  tx: Tx,
  workflow: CompiledWorkflow,
  occasion: RuleOccasion,
  { outcome, error, message }: Pick<WorkflowRunView, 'outcome' | 'error' | 'message'>,
): Promise<void> {
  const { object, subject } = occasion;
  if (outcome === 'done' || !isHeldByOthers(object.name)) return;
  if (error !== null && LEFT_TO_OTHERS.has(error)) return;
  const { now } = tx.ctx;
  for (const [i, action] of workflow.rule.definition.actions.entries()) {
    if (action.kind !== 'request_approval') continue;
    const about = await askedAbout(tx, action, workflow, occasion);
    const said = { step: 1, decision: 'reject', by: null, note: message, at: now } as const;
    const rejected: RecordApproval = {
      ...about,
      status: 'rejected',
      decidedAt: now,
      history: [said],
    };
    await insertApproval(tx, rejected, { ...keptReach(tx, workflow, i, occasion), nextAt: null });
    await showStatus(tx, object, rejected, { subject });
  }
}
