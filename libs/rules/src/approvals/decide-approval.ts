import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { CompanyModels, type CompanyObject, type RecordView } from '@quittance/metadata';
import { readStored, updateRecords } from '@quittance/objects';
import { recordApprovalNotTheirs, recordApprovalNotWaiting } from '../rules.errors.js';
import { approvalVerdict, type ApprovalDecision } from './approval.js';
import type { RecordApproval, RecordApprovalId } from './approval.description.js';
import {
  lockRecordApproval,
  readRecordApproval,
  storeRecordApproval,
} from './approval.repository.js';
import { addressesOf, approversOf, writeAbout } from './approvers.js';
import { SETTING } from './request-approval.js';

const DONE = { approve: 'approved', reject: 'rejected', recall: 'recalled' } as const;

/** Approves, rejects or takes back what a rule has asked about a record. */
@Injectable()
export class DecideApproval {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found, approval_not_waiting, approval_not_theirs and _without_approver */
  execute(
    ctx: Ctx,
    id: RecordApprovalId,
    decision: ApprovalDecision,
    note: string | null,
  ): Promise<RecordApproval> {
    return this.db.write(ctx, async (tx) => {
      const seen = await readRecordApproval(tx, id);
      const object = (await this.models.of(tx)).objects.get(seen.object);
      if (!object) throw notFound({ object: seen.object });
      // The record before its approval, in the order of the rule that has asked.
      const stored = await readStored(tx, object, [seen.recordId], 'change', true);
      const record = stored.get(seen.recordId)?.view;
      if (!record) throw notFound({ object: seen.object });
      const before = await lockRecordApproval(tx, id);
      return decided(tx, { object, record, before }, decision, note);
    });
  }
}

interface Held {
  readonly object: CompanyObject;
  readonly record: RecordView;
  readonly before: RecordApproval;
}

async function decided(
  tx: Tx,
  { object, record, before }: Held,
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
  const { status, step } = verdict;
  const next = status === 'waiting' ? before.steps[step - 1] : undefined;
  const after: RecordApproval = {
    ...before,
    ...verdict,
    asked: next ? await approversOf(tx, record, next, before.requestedBy) : before.asked,
    decidedAt: status === 'waiting' ? null : now,
    history: [...before.history, { step: before.step, decision, by: userId, note, at: now }],
  };
  await storeRecordApproval(tx, DONE[decision], before, after);
  const { field, requestedBy } = after;
  if (status !== 'waiting' && field !== null && object.fields.has(field)) {
    await updateRecords(tx, object, [{ id: record.id, patch: { [field]: status } }], SETTING);
  }
  const people = next ? after.asked : requestedBy ? [requestedBy] : [];
  const said = next ? (after.message ?? `${after.ruleName}: please decide.`) : told(status, note);
  await writeAbout(tx, object, after, await addressesOf(tx, people), said);
  return after;
}

function told(status: string, note: string | null): string {
  const words = `${status.charAt(0).toUpperCase()}${status.slice(1)}`;
  return note === null ? words : `${words}: ${note}`;
}
