import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import {
  approvedRecordGone,
  recordApprovalNotTheirs,
  recordApprovalNotWaiting,
} from '../rules.errors.js';
import { WorkflowSubjects } from '../workflows/workflow-subjects.js';
import { approvalVerdict, type ApprovalDecision } from './approval.js';
import type { RecordApproval, RecordApprovalId } from './approval.description.js';
import { writeAbout } from './approval-letters.js';
import { clockOf, storeRecordApproval } from './approval.repository.js';
import { approversOf } from './approvers.js';
import { concludeApproval } from './conclude-approval.js';
import { lockWithRecord, type Held, type LockedApproval } from './held-record.js';
import { keepsWorkflows, requireRecall } from './require-recall.js';
import { askedFor } from './request-approval.js';
import { readRecordApproval } from './seen-approvals.js';
import { ShownApprovals } from './shown-approvals.js';
import { stepClock } from './step-clock.js';

const DONE = { approve: 'approved', reject: 'rejected', recall: 'recalled' } as const;

/** Approves, rejects or takes back what a rule has asked about a record. */
@Injectable()
export class DecideApproval {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly subjects: WorkflowSubjects,
  ) {}

  /**
   * @throws DomainError not_found, record_approval_not_waiting and _not_theirs,
   * approval_without_approver, approved_record_gone, right_beyond_own
   */
  execute(
    ctx: Ctx,
    id: RecordApprovalId,
    decision: ApprovalDecision,
    note: string | null,
  ): Promise<RecordApproval> {
    return this.db.write(ctx, async (tx) => {
      const { models, subjects } = this;
      const model = await models.of(tx);
      const seen = await readRecordApproval(tx, model, id);
      if (decision === 'recall') await requireRecall(tx, model, seen);
      const locked = await lockWithRecord(tx, { models, subjects }, seen);
      const after = await decided(tx, locked, decision, note);
      return new ShownApprovals(this.models).one(tx, after);
    });
  }
}

/** Of a record that is gone nothing is left but to take back what is asked about it. */
async function decided(
  tx: Tx,
  { approval: before, held }: LockedApproval,
  decision: ApprovalDecision,
  note: string | null,
): Promise<RecordApproval> {
  const { actor, now } = tx.ctx;
  // A key decides nothing, whoever has made it.
  const userId = actor.kind === 'staff' ? tx.ctx.userId : null;
  const verdict = approvalVerdict(before, decision, { userId, keepsWorkflows: keepsWorkflows(tx) });
  if (verdict === 'not_waiting') throw recordApprovalNotWaiting({ status: before.status });
  if (verdict === 'not_theirs' || userId === null) throw recordApprovalNotTheirs();
  if (!held && decision !== 'recall') throw approvedRecordGone();
  const entry = { step: before.step, decision, by: userId, note, at: now };
  const after: RecordApproval = { ...before, history: [...before.history, entry] };
  const { status, step, left } = verdict;
  if (status !== 'waiting') {
    const said = note === null ? null : () => note;
    return concludeApproval(tx, before, after, { held, status, note: said });
  }
  if (left) {
    const waiting = { ...after, asked: left };
    await storeRecordApproval(tx, DONE[decision], before, waiting, await clockOf(tx, before.id));
    return waiting;
  }
  return held ? nextStep(tx, before, { ...after, step }, held) : after;
}

/** Asks those of the next step, by who works here now. */
async function nextStep(
  tx: Tx,
  before: RecordApproval,
  after: RecordApproval,
  { object, record }: Held,
): Promise<RecordApproval> {
  const { steps, step } = after;
  const next = steps[step - 1] ?? { approver: '' };
  const asked = await approversOf(tx, next, { ...after, record });
  const { dueAt, nextAt } = stepClock(next, tx.ctx.now, object.model.terms.timeZone);
  const waiting: RecordApproval = { ...after, asked, dueAt };
  await storeRecordApproval(tx, DONE.approve, before, waiting, nextAt);
  const letter = { users: asked, kind: 'asked', message: askedFor(waiting) } as const;
  await writeAbout(tx, object, waiting, letter);
  return waiting;
}
