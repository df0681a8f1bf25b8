import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, Instant } from '@quittance/kernel';
import { CompanyModels, type RecordView } from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';
import {
  changeRecord,
  type RecordAsk,
  type RecordStep,
  type RecordEvent,
} from '../change-record.js';
import {
  caseStatusAfter,
  caseStatusAfterCustomer,
  type CaseOperation,
  type CaseStatus,
} from './case.js';
import { goingOn, paused, reopened, solved, timesOf, type CaseTimes } from './case-times.js';
import type { SlaPolicy } from './sla.js';
import { readSlaPolicy } from './sla-policy.queries.js';

export interface CaseMove extends RecordAsk {
  readonly operation: CaseOperation;
  /** How it was solved; for `resolve`. */
  readonly resolution?: string;
}

const TOLD: Readonly<Record<CaseOperation, RecordEvent>> = {
  open: 'case.opened',
  wait: 'case.waiting',
  resolve: 'case.resolved',
  reopen: 'case.reopened',
  close: 'case.closed',
};

/**
 * Takes a case up, lets it wait for the customer, solves, reopens or closes it. Customers close and
 * reopen theirs at the portal, by rules of their own.
 */
@Injectable()
export class MoveCase {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, case_status_conflict, case_reopen_expired
   */
  execute(ctx: Ctx, { operation, resolution, ...ask }: CaseMove): Promise<RecordView> {
    return this.db.write(ctx, async (tx) => {
      const [cases, policy] = await Promise.all([
        this.models.object(tx, 'case'),
        readSlaPolicy(tx),
      ]);
      return changeRecord(tx, cases, ask, (before): RecordStep => {
        const status = statusAfter(ctx, before, operation);
        const said: FieldValues = operation === 'resolve' ? { resolution: resolution ?? null } : {};
        return {
          patch: { status, ...stepOf(operation, timesOf(before), ctx.now, policy), ...said },
          told: TOLD[operation],
        };
      });
    });
  }
}

function statusAfter(
  { actor, now }: Ctx,
  before: RecordView,
  operation: CaseOperation,
): CaseStatus {
  const status = before.status as CaseStatus;
  const isMove = operation === 'close' || operation === 'reopen';
  if (actor.kind !== 'portal' || !isMove) return caseStatusAfter(status, operation);
  const { resolvedAt } = timesOf(before);
  const closedAt = before.closedAt as Instant | null;
  return caseStatusAfterCustomer(status, operation, { resolvedAt, closedAt, now });
}

/** What an operation does to the clocks of a case. */
function stepOf(
  operation: CaseOperation,
  times: CaseTimes,
  now: Instant,
  policy: SlaPolicy,
): FieldValues {
  switch (operation) {
    case 'open':
      return { ...goingOn(times, now, policy) };
    case 'wait':
      return { ...paused(times, now) };
    case 'resolve':
      return { ...solved(times, now, policy) };
    case 'reopen':
      return { ...reopened(times, now, policy), resolution: null, closedAt: null };
    case 'close': {
      const ended = times.resolvedAt === null ? solved(times, now, policy) : times;
      return { ...ended, closedAt: now };
    }
  }
}
