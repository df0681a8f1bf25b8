import type { Tx } from '@quittance/database';
import type { BillingRunId } from './billing-run-id.js';
import type { LocalDate } from '@quittance/calendar';
import type { ScheduleId } from '@quittance/kernel';
import type { Schedule } from '../schedules/schedule.js';
import type { RunScope } from './billing-run.js';
import { CLAIM_NEXT, CLAIM_ONE, READ_NEXT } from './claim.sql.js';

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

const bound = ({ id, asOf, catchUp }: ClaimScope) => ({ runId: id ?? NIL, asOf, catchUp });

function next(
  tx: Tx,
  scope: ClaimScope,
  after: ClaimKey | null,
  limit: number,
  statements: typeof CLAIM_NEXT,
): Promise<ClaimedSchedule[]> {
  const walked = { ...bound(scope), ...(after ?? FIRST), limit };
  const { scheduleIds } = scope;
  return scheduleIds === null
    ? statements.all.rows(tx, walked)
    : statements.named.rows(tx, { ...walked, scheduleIds });
}

/** Locks the next due schedules after a key; those that another worker holds are left to it. */
export function claimNext(tx: Tx, scope: ClaimScope, after: ClaimKey | null, limit: number) {
  return next(tx, scope, after, limit, CLAIM_NEXT);
}

/** The same schedules in the same order, without locks. */
export function readNext(tx: Tx, scope: ClaimScope, after: ClaimKey | null, limit: number) {
  return next(tx, scope, after, limit, READ_NEXT);
}

/** Locks one schedule, if the run still has something to do with it. */
export function claimOne(tx: Tx, scope: ClaimScope, id: ScheduleId): Promise<ClaimedSchedule[]> {
  return CLAIM_ONE.rows(tx, { ...bound(scope), id });
}

/** The place right after a schedule, as it was when it was claimed. */
export function claimKeyOf({ nextBillingDate, id }: ClaimedSchedule): ClaimKey {
  return { date: nextBillingDate, id };
}
