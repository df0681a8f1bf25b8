import type { Actor, Instant, ScheduleId } from '@quittance/kernel';
import type { BillingRunId } from './billing-run-id.js';
import type { LocalDate } from '@quittance/calendar';

export const RUN_STATUSES = [
  'queued',
  'running',
  'completed',
  'completed_with_failures',
  'failed',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** What is asked of a run: which periods it bills is a function of this and of the schedules. */
export interface RunScope {
  /** Schedules whose next billing date is on or before this day are due. */
  readonly asOf: LocalDate;
  /** Whether every due period of a schedule is billed, or one. */
  readonly catchUp: boolean;
  /** Only these schedules; null for all. */
  readonly scheduleIds: readonly ScheduleId[] | null;
}

/** Why a run as a whole could not go on. */
export interface RunError {
  readonly code: string;
  readonly detail: string;
}

/** A billing run as it is stored. */
export interface BillingRun extends RunScope {
  readonly id: BillingRunId;
  readonly version: number;
  readonly previewToken: string | null;
  readonly status: RunStatus;
  /** Schedules due when it started; at its end the schedules it has been through. */
  readonly scheduled: number;
  /** Invoices made. */
  readonly invoiced: number;
  /** Periods in which nothing was billable. */
  readonly skipped: number;
  /** Schedules that could not be billed. */
  readonly failed: number;
  readonly error: RunError | null;
  readonly actor: Actor;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
