import type { Sql, Tx } from '@quittance/database';
import type { BillingRunId } from './billing-run-id.js';
import type { LocalDate } from '@quittance/calendar';
import type { ScheduleId } from '@quittance/kernel';
import type { Schedule } from '../schedules/schedule.js';
import type { RunScope } from './billing-run.js';
import {
  CLAIM_NEXT,
  CLAIM_NEXT_NAMED,
  CLAIM_ONE,
  READ_NEXT,
  READ_NEXT_NAMED,
} from './claim.sql.js';

/** A due schedule and what this run has done with it so far. */
export type ClaimedSchedule = Schedule & {
  readonly seenInRun: boolean;
  /** Periods of it that this run has been through. */
  readonly periodsInRun: number;
};

/** A place in the walk over due schedules: by date, then id. */
export interface ClaimKey {
  readonly date: LocalDate;
  readonly id: ScheduleId;
}

/** A run as far as claiming needs it; the preview walks as a run that never was. */
export interface ClaimScope extends RunScope {
  readonly id: BillingRunId | null;
}

/** No run and no schedule bears it, and it comes before all. */
const NIL = '00000000-0000-0000-0000-000000000000';
const FIRST = { date: '0001-01-01', id: NIL };

function open(tx: Tx, { id, asOf, catchUp }: ClaimScope): unknown[] {
  return [tx.ctx.companyId, asOf, id ?? NIL, catchUp];
}

function next(
  tx: Tx,
  scope: ClaimScope,
  after: ClaimKey | null,
  limit: number,
  statements: { readonly all: Sql; readonly named: Sql },
): Promise<ClaimedSchedule[]> {
  const { date, id } = after ?? FIRST;
  const params = [...open(tx, scope), date, id, limit];
  return scope.scheduleIds === null
    ? tx.rows(statements.all, params)
    : tx.rows(statements.named, [...params, scope.scheduleIds]);
}

/** Locks the next due schedules after a key; those that another worker holds are left to it. */
export function claimNext(tx: Tx, scope: ClaimScope, after: ClaimKey | null, limit: number) {
  return next(tx, scope, after, limit, { all: CLAIM_NEXT, named: CLAIM_NEXT_NAMED });
}

/** The same schedules in the same order, without locks. */
export function readNext(tx: Tx, scope: ClaimScope, after: ClaimKey | null, limit: number) {
  return next(tx, scope, after, limit, { all: READ_NEXT, named: READ_NEXT_NAMED });
}

/** Locks one schedule, if the run still has something to do with it. */
export function claimOne(tx: Tx, scope: ClaimScope, id: ScheduleId): Promise<ClaimedSchedule[]> {
  return tx.rows(CLAIM_ONE, [...open(tx, scope), id]);
}

/** The place right after a schedule, as it was when it was claimed. */
export function keyOf({ nextBillingDate, id }: ClaimedSchedule): ClaimKey {
  return { date: nextBillingDate, id };
}
