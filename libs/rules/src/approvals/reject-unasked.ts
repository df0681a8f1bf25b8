import { atSavepoint, type Tx } from '@quittance/database';
import { DomainError } from '@quittance/kernel';
import { asksApproval } from '../rules/rule.js';
import type { CompiledWorkflow } from '../rules/rule-set.js';
import { ruleRests } from '../rules.errors.js';
import type { RuleOccasion } from '../workflows/current-record.js';
import type { WorkflowRunView } from '../workflows/workflow-run.description.js';
import type { RecordApproval } from './approval.description.js';
import { insertApproval, waitingAmong } from './approval.repository.js';
import { tellDecided } from './conclude-approval.js';
import { isHeldByOthers } from './document-approval.js';
import { askedAbout, keptReach, showStatus } from './request-approval.js';

/**
 * Where a rule that sends documents for approval could ask nobody, as its run has failed, it is a
 * no: the document goes no further than one that was rejected, and the approval says why. A control
 * would be left out in silence else. Of one that waits already the other approval decides, and a
 * rule that rests holds nothing.
 */
export async function rejectUnasked(
  tx: Tx,
  workflow: CompiledWorkflow,
  occasion: RuleOccasion,
  { outcome, error, message }: Pick<WorkflowRunView, 'outcome' | 'error' | 'message'>,
): Promise<void> {
  const { object, record } = occasion;
  if (outcome === 'done' || error === ruleRests.code || !isHeldByOthers(object.name)) return;
  if (!asksApproval(workflow.rule.definition)) return;
  if ((await waitingAmong(tx, [record.id])).size > 0) return;
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
    await show(tx, rejected, occasion);
  }
}

/** What may not be shown, as the document is closed say, keeps nothing else from being done. */
async function show(
  tx: Tx,
  rejected: RecordApproval,
  { object, subject }: RuleOccasion,
): Promise<void> {
  try {
    await atSavepoint(tx, (part) => showStatus(part, object, rejected, { subject }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.status >= 500) throw error;
  }
  const [said] = rejected.history;
  const note = said?.note ?? null;
  await tellDecided(tx, object, rejected, {
    status: 'rejected',
    note: note === null ? null : () => note,
  });
}
