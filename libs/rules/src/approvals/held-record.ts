import { onBehalfOf, type Tx } from '@quittance/database';
import { systemCtx, type Ctx } from '@quittance/kernel';
import type { CompanyModels, CompanyObject, RecordView } from '@quittance/metadata';
import { readStored } from '@quittance/objects';
import type { WorkflowSubject, WorkflowSubjects } from '../workflows/workflow-subjects.js';
import type { RecordApproval } from './approval.description.js';
import { lockRecordApproval } from './approval.repository.js';

/** The record of an approval, locked. */
export interface Held {
  readonly object: CompanyObject;
  readonly record: RecordView;
  /** Who writes it, where the engine does not. */
  readonly subject: WorkflowSubject | undefined;
}

/** A locked approval, and its record; null where that is gone. */
export interface LockedApproval {
  readonly approval: RecordApproval;
  readonly held: Held | null;
}

/**
 * Documents are locked and written by their libs within the rights of a request: what a rule has
 * asked is bounded by nobody's, and who may decide is asked before.
 */
export function unbounded({ ctx }: Tx): Ctx {
  const { permissions } = systemCtx(ctx.companyId, ctx.now, ctx.requestId);
  return Object.freeze({ ...ctx, permissions });
}

/** Locks the record before its approval, in the order of the rule that has asked. */
export async function lockWithRecord(
  tx: Tx,
  { models, subjects }: { readonly models: CompanyModels; readonly subjects: WorkflowSubjects },
  { id, object: name, recordId }: Pick<RecordApproval, 'id' | 'object' | 'recordId'>,
): Promise<LockedApproval> {
  const object = (await models.of(tx)).objects.get(name);
  const subject = subjects.find(name);
  if (subject) await subject.lock(onBehalfOf(tx, unbounded(tx)), recordId);
  const lock = subject ? 'none' : 'change';
  const stored = object && (await readStored(tx, object, [recordId], lock, true));
  const record = stored?.get(recordId)?.view;
  const approval = await lockRecordApproval(tx, id);
  return { approval, held: object && record ? { object, record, subject } : null };
}
