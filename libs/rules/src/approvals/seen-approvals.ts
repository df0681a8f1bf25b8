import type { Tx } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { sight, type Bind } from '@quittance/lists';
import type { CompanyModel } from '@quittance/metadata';
import { rowScope } from '@quittance/objects';
import type { RecordApproval, RecordApprovalId } from './approval.description.js';
import { FIND_APPROVAL } from './approval.repository.js';

const ABOUT = { object: 'a.object', recordId: 'a.record_id', gone: true } as const;

/**
 * Those that somebody is asked, and of the records that they reach those that they have caused; to
 * who may view workflows all of these records.
 */
export function approvalsSeenBy(ctx: Ctx, model: CompanyModel) {
  return (bind: Bind): string => {
    const asked = `a.asked @> to_jsonb(${bind(ctx.userId)}::text)`;
    return `(${asked} or ${approvalsReached(ctx, model, bind)})`;
  };
}

/** Whoever has said something about one goes on seeing it. */
function approvalFoundBy(ctx: Ctx, model: CompanyModel, bind: Bind): string {
  const seen = approvalsSeenBy(ctx, model)(bind);
  if (ctx.userId === null) return seen;
  const said = `jsonb_build_array(jsonb_build_object('by', ${bind(ctx.userId)}::text))`;
  return `(a.history @> ${said} or ${seen})`;
}

/** Of the records that they reach. */
function approvalsReached(ctx: Ctx, model: CompanyModel, bind: Bind): string {
  const reached = rowScope.about(ctx, model, ABOUT)(bind);
  if (sight.whole(ctx.permissions, 'workflows')) return reached;
  return `(a.requested_by = ${bind(ctx.userId)}::uuid and ${reached})`;
}

/** As the actor may see it. @throws DomainError not_found */
export function readRecordApproval(
  tx: Tx,
  model: CompanyModel,
  id: RecordApprovalId,
): Promise<RecordApproval> {
  return foundBy(tx, id, (bind) => approvalFoundBy(tx.ctx, model, bind));
}

/**
 * One that the actor may take back, whom it is asked of aside: what becomes of a record is beyond
 * who does not reach it.
 * @throws DomainError not_found
 */
export function readReachedApproval(
  tx: Tx,
  model: CompanyModel,
  id: RecordApprovalId,
): Promise<RecordApproval> {
  return foundBy(tx, id, (bind) => approvalsReached(tx.ctx, model, bind));
}

async function foundBy(
  tx: Tx,
  id: RecordApprovalId,
  narrowing: (bind: Bind) => string,
): Promise<RecordApproval> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const seen = narrowing((value) => `$${params.push(value)}`);
  const found = await tx.maybe<RecordApproval>(`${FIND_APPROVAL.text} and ${seen}`, params);
  if (!found) throw notFound({ object: 'approval' });
  return found;
}
