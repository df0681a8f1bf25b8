import { Injectable } from '@nestjs/common';
import { ctxOfUser } from '@quittance/access';
import { onBehalfOf, type Tx } from '@quittance/database';
import type { Ctx, UserId } from '@quittance/kernel';
import { sight, type ListDefinition } from '@quittance/lists';
import { CompanyModels, type CompanyModel, type CompanyObject } from '@quittance/metadata';
import { readStored } from '@quittance/objects';
import type { RecordApproval, RecordApprovalId } from './approval.description.js';
import { approvalReach, recordApprovalList, type ApprovalReach } from './approval.repository.js';
import { readRecordApproval } from './seen-approvals.js';

/**
 * Approvals as the actor is shown them: the message of the rule and the title of the record are for
 * who is asked. Whoever has caused it, or looks after rules, sees of them what they may see of the
 * records anyway, and of no approval of a record that they do not reach.
 */
@Injectable()
export class ShownApprovals {
  readonly list: ListDefinition<RecordApproval, RecordApproval> = {
    ...recordApprovalList,
    complete: (tx, approvals) => this.of(tx, approvals),
  };

  constructor(private readonly models: CompanyModels) {}

  /** @throws DomainError not_found */
  async find(tx: Tx, id: RecordApprovalId): Promise<RecordApproval> {
    return this.one(tx, await readRecordApproval(tx, await this.models.of(tx), id));
  }

  async one(tx: Tx, approval: RecordApproval): Promise<RecordApproval> {
    const [shown = approval] = await this.of(tx, [approval]);
    return shown;
  }

  async of(tx: Tx, approvals: readonly RecordApproval[]): Promise<readonly RecordApproval[]> {
    const others = approvals.filter((approval) => !isAsked(tx.ctx, approval));
    if (others.length === 0) return approvals;
    const ids = others.map(({ id }) => id);
    const reach = await approvalReach(tx, ids);
    const titled = await titlesSeen(tx, await this.models.of(tx), others);
    const left = new Set(ids);
    return approvals.map((approval) => {
      const { id, message, title } = approval;
      if (!left.has(id)) return approval;
      return {
        ...approval,
        message: mayReadMessage(tx.ctx, reach.get(id)) ? message : null,
        title: titled.has(id) ? title : null,
      };
    });
  }
}

/** Whoever takes an approval back has not been asked by that. */
function isAsked({ userId }: Ctx, { asked, history }: RecordApproval): boolean {
  if (userId === null) return false;
  const hasSaid = history.some(({ by, decision }) => by === userId && decision !== 'recall');
  return hasSaid || asked.includes(userId);
}

function mayReadMessage({ permissions }: Ctx, reach: ApprovalReach | undefined): boolean {
  if (permissions.all) return true;
  const { resources } = reach ?? { resources: null };
  return resources?.every((resource) => sight.whole(permissions, resource)) ?? false;
}

/**
 * The title of a record for a letter to somebody: null where they may not see it in the record, or
 * work here no longer.
 */
export async function titleFor(
  tx: Tx,
  object: CompanyObject,
  userId: UserId,
  approval: RecordApproval,
): Promise<string | null> {
  const theirs = await ctxOfUser(tx, userId);
  if (!theirs) return null;
  const seen = await titlesSeen(onBehalfOf(tx, theirs), object.model, [approval]);
  return seen.has(approval.id) ? approval.title : null;
}

/** One statement for each object of which the actor sees some records alone. */
async function titlesSeen(
  tx: Tx,
  { objects }: CompanyModel,
  approvals: readonly RecordApproval[],
): Promise<ReadonlySet<RecordApprovalId>> {
  const seen = new Set<RecordApprovalId>();
  for (const name of new Set(approvals.map(({ object }) => object))) {
    const object = objects.get(name);
    const about = approvals.filter((approval) => approval.object === name);
    if (!object || !mayReadTitles(tx.ctx, object)) continue;
    const isWhole = tx.ctx.permissions.scope(object.resource, 'view') === 'all';
    const records = about.map(({ recordId }) => recordId);
    const found = isWhole ? null : await readStored(tx, object, records);
    for (const { id, recordId } of about) if (found?.has(recordId) ?? true) seen.add(id);
  }
  return seen;
}

function mayReadTitles({ permissions }: Ctx, { resource, titleField }: CompanyObject): boolean {
  const hidden = permissions.fields?.(resource)?.hidden;
  return permissions.can(resource, 'view') && !hidden?.has(titleField);
}
