import { addDays, daysBetween, type LocalDate } from '@quittance/calendar';
import type { DomainError } from '@quittance/kernel';
import { scheduleAlreadyBilled, tooManyPeriods } from '../billing.errors.js';
import type { BillableLine } from '../subscriptions/billed-line.js';
import type { JoinedChanges } from '../subscriptions/changes/joined-changes.js';
import type { BilledSegment } from '../subscriptions/flat-lines.js';
import type { SubscribedPosition } from '../subscriptions/subscribed-position.js';
import type { BilledUsage } from '../subscriptions/usage-lines.js';
import { gridPeriod, startOfPeriod } from './schedule-grid.js';
import type { ScheduleLine } from './schedule-line.description.js';
import type { SchedulePosition, ScheduleTerms } from './schedule.js';
import type { LateRated } from '../subscriptions/announce-late-usage.js';

/** Of one schedule and run; what is left is listed as failed and bills in the next run. */
export const MOST_PERIODS = 60;

/** An invoice is due this many days after its date. */
export const SCHEDULED_DAYS_TO_PAY = 30;

/** One period of a schedule and the lines it bills; without any it makes no invoice. */
export interface PlannedPeriod {
  readonly index: number;
  readonly start: LocalDate;
  /** The day before the next period starts; of one that ends before its time that day. */
  readonly end: LocalDate;
  readonly issueDate: LocalDate;
  readonly dueDate: LocalDate;
  /** 0 of the one invoice of the period. */
  readonly part: number;
  readonly lines: readonly BillableLine[];
  /** What it makes of a subscription; null of a schedule of lines. */
  readonly subscribed: SubscribedPeriod | null;
}

/** What is stored of a period of a subscription beside its invoice. */
export interface SubscribedPeriod {
  readonly dueOn: LocalDate;
  readonly before: SubscribedPosition;
  readonly after: SubscribedPosition;
  readonly segments: readonly BilledSegment[];
  /** Of days that are billed for the first time. */
  readonly usage: readonly BilledUsage[];
  /** Of days that were billed before, with what has come late. */
  readonly corrected: readonly BilledUsage[];
  readonly changes: Pick<JoinedChanges, 'borne' | 'added' | 'returned'>;
  /** Usage that came late, of periods that were billed before. */
  readonly lateRated: readonly LateRated[];
  /** By which the customer knows the subscription. */
  readonly poNumber: string | null;
}

/** What a run does with one schedule. */
export interface BillingPlan {
  readonly periods: readonly PlannedPeriod[];
  /** Where the schedule stands after those periods. */
  readonly next: SchedulePosition;
  /** Why nothing beyond those periods is billed, when something is due. */
  readonly failure: DomainError | null;
}

/** How far a run goes. */
export interface PlanBounds {
  readonly asOf: LocalDate;
  /** Whether every due period is billed, or one. */
  readonly catchUp: boolean;
  /** Periods of the schedule that this run has already been through. */
  readonly alreadyInRun: number;
  /** Room in the transaction; what does not fit stays due and is claimed again. */
  readonly atMost: number;
}

/**
 * The periods of an active schedule that a run bills: a pure function of the schedule and `asOf`,
 * so that running day by day makes what one run that catches up makes.
 */
export function planBilling(
  schedule: ScheduleTerms,
  lines: readonly ScheduleLine[],
  { asOf, catchUp, alreadyInRun, atMost }: PlanBounds,
): BillingPlan {
  const planner = new Planner(schedule, lines);
  const allowed = (catchUp ? MOST_PERIODS : 1) - alreadyInRun;
  while (planner.isDue(asOf)) {
    if (planner.isBilled()) return planner.plan(scheduleAlreadyBilled({ date: planner.date }));
    if (planner.periods.length >= allowed) {
      return planner.plan(catchUp ? tooManyPeriods({ most: MOST_PERIODS, asOf }) : null);
    }
    if (planner.periods.length >= atMost) break;
    planner.take();
  }
  return planner.plan(null);
}

/** The next `count` periods, whenever they fall due, with the lines that are billable by now. */
export function planForecast(
  schedule: ScheduleTerms,
  lines: readonly ScheduleLine[],
  count: number,
): readonly PlannedPeriod[] {
  if (schedule.status === 'cancelled' || schedule.status === 'completed') return [];
  const planner = new Planner({ ...schedule, status: 'active' }, lines);
  while (planner.status === 'active' && planner.periods.length < count) planner.take();
  return planner.periods;
}

/** Whether all lines of a one-time schedule are ready at a date: before that it is not due. */
export function isOneTimeReady(lines: readonly ScheduleLine[], asOf: LocalDate): boolean {
  return lines.every((line) =>
    line.trigger === 'date'
      ? line.triggerDate === null || line.triggerDate <= asOf
      : isReleased(line),
  );
}

function isReleased(line: ScheduleLine): boolean {
  if (line.trigger === 'milestone') return line.reachedAt !== null;
  return line.trigger !== 'manual' || line.releasedAt !== null;
}

/** What a line bills in every period is for its days; what it bills once is not. */
export function isOfDays({ trigger, triggerDate }: ScheduleLine): boolean {
  return trigger === 'percentage' || (trigger === 'date' && triggerDate === null);
}

function daysIn(first: LocalDate, last: LocalDate): number {
  return daysBetween(first, last) + 1;
}

/** Walks the grid from the schedule's position, period by period. */
class Planner {
  readonly periods: PlannedPeriod[] = [];
  status: SchedulePosition['status'];
  private index: number;
  date: LocalDate;
  private readonly takenOnce = new Set<ScheduleLine>();

  constructor(
    private readonly schedule: ScheduleTerms,
    private readonly lines: readonly ScheduleLine[],
  ) {
    this.status = schedule.status;
    this.index = schedule.nextPeriod;
    this.date = startOfPeriod(schedule, this.index);
    if (schedule.endDate !== null && this.date > schedule.endDate) this.status = 'completed';
  }

  isDue(asOf: LocalDate): boolean {
    if (this.status !== 'active' || this.date > asOf) return false;
    return this.schedule.frequency !== 'one_time' || isOneTimeReady(this.lines, asOf);
  }

  /** A period at or before the last one billed: somebody moved the schedule back by hand. */
  isBilled(): boolean {
    const { billedThrough } = this.schedule;
    return billedThrough !== null && this.date <= billedThrough;
  }

  take(): void {
    const { frequency, endDate } = this.schedule;
    const { end: whole, wholeFrom } = gridPeriod(this.schedule, this.index);
    const end = this.endOf(whole);
    const isPart = end < whole || wholeFrom < this.date;
    const share = isPart && { days: daysIn(this.date, end), of: daysIn(wholeFrom, whole) };
    this.periods.push({
      index: this.index,
      start: this.date,
      end,
      issueDate: this.date,
      dueDate: addDays(this.date, SCHEDULED_DAYS_TO_PAY),
      part: 0,
      subscribed: null,
      lines: this.lines
        .filter((line) => this.bills(line, end))
        .map((line) => (share && isOfDays(line) ? { ...line, share } : line)),
    });
    this.index += 1;
    if (frequency !== 'one_time') this.date = addDays(whole, 1);
    const ended = endDate !== null && this.date > endDate;
    if (ended || frequency === 'one_time') this.status = 'completed';
  }

  /** The last day of a period that is billed. */
  private endOf(whole: LocalDate): LocalDate {
    const { prorate, endDate, frequency } = this.schedule;
    const cut = prorate && endDate !== null && endDate < whole && frequency !== 'one_time';
    return cut ? endDate : whole;
  }

  private bills(line: ScheduleLine, end: LocalDate): boolean {
    if (this.schedule.frequency === 'one_time') return true;
    if (line.trigger === 'date') {
      const { triggerDate } = line;
      return triggerDate === null || (this.date <= triggerDate && triggerDate <= end);
    }
    if (line.trigger === 'percentage') return true;
    if (!isReleased(line) || line.billedInvoiceId !== null || this.takenOnce.has(line)) {
      return false;
    }
    this.takenOnce.add(line);
    return true;
  }

  plan(failure: DomainError | null): BillingPlan {
    const next = { status: this.status, nextPeriod: this.index, nextBillingDate: this.date };
    return { periods: this.periods, next, failure };
  }
}
