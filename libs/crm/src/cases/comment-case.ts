import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { newId, type Ctx, type Instant } from '@quittance/kernel';
import { CompanyModels, type RecordView } from '@quittance/metadata';
import { attachUploads, updateRecords } from '@quittance/objects';
import type { FieldValues } from '@quittance/fields';
import { emit } from '@quittance/outbox';
import { lockRecord } from '../change-record.js';
import {
  caseStatusAfterComment,
  refuseLateWord,
  type CaseStatus,
  type CommentVisibility,
} from './case.js';
import { insertComment, type CaseComment } from './case-comment.queries.js';
import { goingOn, reopened, responded, timesOf, type CaseTimes } from './case-times.js';
import { readSlaPolicy } from './sla-policy.queries.js';

export interface NewCaseComment {
  readonly caseId: string;
  readonly body: string;
  readonly visibility: CommentVisibility;
  /** What a customer has uploaded to go with it. */
  readonly documentIds?: readonly string[];
}

/**
 * Says something about a case. Our first public word is the first response; that of a customer ends
 * the waiting for it, or brings a resolved case back.
 */
@Injectable()
export class CommentCase {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found; to customers case_status_conflict, case_reopen_expired */
  execute(ctx: Ctx, input: NewCaseComment): Promise<CaseComment> {
    return this.db.write(ctx, async (tx) => {
      const cases = await this.models.object(tx, 'case');
      const before = await lockRecord(tx, cases, input.caseId);
      if (ctx.actor.kind === 'portal') refuseWord(ctx, before);
      const comment = commentOf(tx, input);
      await insertComment(tx, comment);
      await attachFiles(tx, input);
      const patch = await consequences(tx, before, input.visibility);
      const updates = [{ id: before.id, patch }];
      await updateRecords(tx, cases, updates, { trusted: true, action: 'case.updated' });
      const { visibility } = comment;
      const record = { object: 'case', recordId: input.caseId };
      audit(tx, {
        action: 'case.commented',
        ...record,
        after: { commentId: comment.id, visibility },
      });
      emit(tx, { type: 'case.commented', ...record, data: { ...comment } });
      return comment;
    });
  }
}

function refuseWord({ now }: Ctx, before: RecordView): void {
  const closedAt = before.closedAt as Instant | null;
  refuseLateWord(before.status as CaseStatus, { ...timesOf(before), closedAt, now });
}

async function attachFiles(tx: Tx, { caseId, documentIds = [] }: NewCaseComment): Promise<void> {
  const { kind, id } = tx.ctx.actor;
  if (kind !== 'portal' || id === null) return;
  const target = { object: 'case', recordId: caseId, visibility: 'customer' } as const;
  await attachUploads(tx, id, documentIds, target);
}

function commentOf({ ctx }: Tx, { caseId, body, visibility }: NewCaseComment): CaseComment {
  const { kind, id, name } = ctx.actor;
  return {
    id: newId<'case-comment'>(),
    caseId,
    body,
    visibility,
    authorKind: kind,
    authorId: id,
    authorName: name,
    createdAt: ctx.now,
  };
}

async function consequences(
  tx: Tx,
  before: RecordView,
  visibility: CommentVisibility,
): Promise<FieldValues> {
  if (visibility === 'internal') return {};
  const byCustomer = tx.ctx.actor.kind === 'portal';
  const policy = await readSlaPolicy(tx);
  const { now } = tx.ctx;
  const from = before.status as CaseStatus;
  const status = caseStatusAfterComment(from, { byCustomer, visibility });
  const moved: Partial<Record<CaseStatus, (times: CaseTimes) => CaseTimes>> = {
    waiting: (times) => goingOn(times, now, policy),
    resolved: (times) => reopened(times, now, policy),
  };
  const times = timesOf(before);
  const after = byCustomer ? times : responded(times, now, policy);
  const going = status === from ? after : (moved[from]?.(after) ?? after);
  return { status, ...going };
}
