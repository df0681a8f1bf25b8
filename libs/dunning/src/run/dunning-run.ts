import type { Actor, Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { DunningRunId } from '../attempts/attempt.js';

export const DUNNING_RUN_STATUSES = ['running', 'completed', 'failed'] as const;
export type DunningRunStatus = (typeof DUNNING_RUN_STATUSES)[number];

/** One pass over the overdue invoices of a company. */
export interface DunningRun {
  readonly id: DunningRunId;
  readonly asOf: LocalDate;
  readonly status: DunningRunStatus;
  /** Overdue invoices looked at. */
  readonly invoices: number;
  readonly sent: number;
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
  /** Invoices about which nothing was done. */
  readonly held: number;
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name'>;
  readonly startedAt: Instant;
  readonly finishedAt: Instant | null;
}

/** A run as whoever carries it out has it in hand. */
export interface RunInHand extends Pick<DunningRun, 'id' | 'asOf'> {
  /** The company's day on which it is carried out. */
  readonly on: LocalDate;
  /** Whose steps it takes. */
  readonly ladder: number;
  readonly minimumGapDays: number;
}

/** What a batch adds to a run. */
export type RunCounts = Pick<
  DunningRun,
  'invoices' | 'sent' | 'done' | 'skipped' | 'failed' | 'held'
>;

export const NO_COUNTS: RunCounts = {
  invoices: 0,
  sent: 0,
  done: 0,
  skipped: 0,
  failed: 0,
  held: 0,
};
