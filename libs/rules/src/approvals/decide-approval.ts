import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, type CompanyObject, type RecordView } from '@quittance/metadata';
import { readStored } from '@quittance/objects';
import {
  approvedRecordGone,
  recordApprovalNotTheirs,
  recordApprovalNotWaiting,
} from '../rules.errors.js';
import { approvalVerdict, type ApprovalDecision } from './approval.js';
import type { RecordApproval, RecordApprovalId } from './approval.description.js';
import {
  approvalReach,
  lockRecordApproval,
  readRecordApproval,
  storeRecordApproval,
} from './approval.repository.js';
import { addressesOf, approversOf, writeAbout } from './approvers.js';
import { showStatus } from './request-approval.js';
import { ShownApprovals } from './shown-approvals.js';

const DONE = { approve: 'approved', reject: 'rejected', recall: 'recalled' } as const;

/** Approves, rejects or takes back what a rule has asked about a record. */
@Injectable()
export class DecideApproval {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, record_approval_not_waiting and _not_theirs,
   * approval_without_approver, approved_record_gone
   */
  execute(
    ctx: Ctx,
    id: RecordApprovalId,
    decision: ApprovalDecision,
    note: string | null,
  ): Promise<RecordApproval> {
    return this.db.write(ctx, async (tx) => {
      const seen = await readRecordApproval(tx, id);
      const object = (await this.models.of(tx)).objects.get(seen.object);
      // The record before its approval, in the order of the rule that has asked.
      const stored = object && (await readStored(tx, object, [seen.recordId], 'change', true));
      const record = stored?.get(seen.recordId)?.view;
      const before = await lockRecordApproval(tx, id);
      const held = object && record ? { object, record } : null;
      const after = await decided(tx, before, held, decision, note);
      return new ShownApprovals(this.models).one(tx, after);
    });
  }
}

interface Held {
  readonly object: CompanyObject;
  readonly record: RecordView;
}

/** Of a record that is gone nothing is left but to take back what is asked about it. */
async function decided(
  tx: Tx,
  before: RecordApproval,
  held: Held | null,
  decision: ApprovalDecision,
  note: string | null,
): Promise<RecordApproval> {
  const { actor, now, permissions } = tx.ctx;
  // A key decides nothing, whoever has made it.
  const userId = actor.kind === 'staff' ? tx.ctx.userId : null;
  const keepsWorkflows = permissions.can('workflows', 'update');
  const verdict = approvalVerdict(before, decision, { userId, keepsWorkflows });
  if (verdict === 'not_waiting') throw recordApprovalNotWaiting({ status: before.status });
  if (verdict === 'not_theirs' || userId === null) throw recordApprovalNotTheirs();
  if (!held && decision !== 'recall') throw approvedRecordGone();
  const { status, step } = verdict;
  const next = status === 'waiting' ? before.steps[step - 1] : undefined;
  const asked =
    next && held ? await approversOf(tx, held.record, next, before.requestedBy) : before.asked;
  const after: RecordApproval = {
    ...before,
    ...verdict,
    asked,
    decidedAt: status === 'waiting' ? null : now,
    history: [...before.history, { step: before.step, decision, by: userId, note, at: now }],
  };
  await storeRecordApproval(tx, DONE[decision], before, after);
  if (!held) return after;
  const { object } = held;
  const depth = (await approvalReach(tx, [after.id])).get(after.id)?.depth ?? 1;
  if (next) {
    const said = after.message ?? `${after.ruleName}: please decide.`;
    await writeAbout(tx, object, after, await addressesOf(tx, asked), said);
    return after;
  }
  await showStatus(tx, object, after, depth);
  const people = after.requestedBy ? [after.requestedBy] : [];
  // Of a record that rules made, whoever is behind it may see nothing.
  const shown = depth > 1 ? { ...after, title: null } : after;
  await writeAbout(tx, object, shown, await addressesOf(tx, people), told(status, note));
  return after;
}

function told(status: string, note: string | null): string {
  const words = `${status.charAt(0).toUpperCase()}${status.slice(1)}`;
  return note === null ? words : `${words}: ${note}`;
}
