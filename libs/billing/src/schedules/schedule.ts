import type { LocalDate } from '@quittance/calendar';
import type { AccountId, Id, ScheduleId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { BillingGap } from '../subscriptions/subscribed-position.js';
import {
  scheduleAlreadyBilled,
  scheduleEnded,
  scheduleHasNoLines,
  scheduleStatusConflict,
} from '../billing.errors.js';
import { indexOnOrAfter, type ScheduleGrid, startOfPeriod } from './schedule-grid.js';

export const SCHEDULE_STATUSES = ['draft', 'active', 'paused', 'cancelled', 'completed'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

export const SCHEDULE_SOURCES = ['lines', 'subscription'] as const;
/** What a schedule bills: its own lines, or the items of its subscription. */
export type ScheduleSource = (typeof SCHEDULE_SOURCES)[number];

export const LINE_TRIGGERS = ['date', 'milestone', 'percentage', 'manual'] as const;
/** What makes a line billable. */
export type LineTrigger = (typeof LINE_TRIGGERS)[number];

export type ScheduleLineId = Id<'schedule-line'>;

/** Where a schedule stands on its grid. */
export interface SchedulePosition {
  readonly status: ScheduleStatus;
  /** The index of the next period; 0 is the first. */
  readonly nextPeriod: number;
  readonly nextBillingDate: LocalDate;
}

/** The facts that decide when a schedule bills. */
export interface ScheduleTerms extends SchedulePosition, ScheduleGrid {
  readonly id: ScheduleId;
  /** Inclusive: a period that starts on it is the last one billed. */
  readonly endDate: LocalDate | null;
  /** Where it ends within a period, it bills the days of that alone. */
  readonly prorate: boolean;
  /** The start of the latest period an invoice was made for. It never moves back. */
  readonly billedThrough: LocalDate | null;
}

/** The facts that decide what a schedule bills. Amounts are minor units. */
export interface ScheduleContent {
  readonly accountId: AccountId;
  readonly salesOrderId: Id<'sales-order'> | null;
  readonly contractId: Id<'contract'> | null;
  readonly subscriptionId: Id<'subscription'> | null;
  readonly currency: Currency;
  readonly pricesIncludeTax: boolean;
  readonly total: bigint;
  readonly source: ScheduleSource;
  /** How far its subscription is billed; null of lines. */
  readonly coveredUntil: LocalDate | null;
  readonly usageUntil: LocalDate | null;
  readonly gaps: readonly BillingGap[] | null;
  readonly parts: number | null;
}

export type Schedule = ScheduleTerms & ScheduleContent;

type Operation = 'activated' | 'paused' | 'cancelled';

const FROM: Record<Operation, readonly ScheduleStatus[]> = {
  activated: ['draft', 'paused'],
  paused: ['active'],
  cancelled: ['draft', 'active', 'paused'],
};

function refuseUnless(schedule: ScheduleTerms, operation: Operation): void {
  if (FROM[operation].includes(schedule.status)) return;
  if (operation === 'activated' && isBilledOnce(schedule)) {
    throw scheduleAlreadyBilled({ date: schedule.startDate });
  }
  throw scheduleStatusConflict({ status: schedule.status, operation });
}

/** A one-time schedule has one period; once it is billed nothing brings it back. */
function isBilledOnce({ frequency, billedThrough }: ScheduleTerms): boolean {
  return frequency === 'one_time' && billedThrough !== null;
}

/**
 * A draft starts with its first period, even one that is past. A paused schedule goes on with the
 * next date of its grid on or after today and leaves out what lies between, unless `backfill`.
 * @throws DomainError schedule_status_conflict, schedule_already_billed, schedule_has_no_lines,
 *   schedule_ended
 */
export function activate(
  schedule: ScheduleTerms,
  lineCount: number,
  today: LocalDate,
  backfill: boolean,
): SchedulePosition {
  refuseUnless(schedule, 'activated');
  if (isBilledOnce(schedule)) throw scheduleAlreadyBilled({ date: schedule.startDate });
  if (lineCount === 0) throw scheduleHasNoLines();
  const { endDate } = schedule;
  const skipTo = schedule.status === 'draft' || backfill ? 0 : indexOnOrAfter(schedule, today);
  const nextPeriod = Math.max(schedule.nextPeriod, skipTo);
  const nextBillingDate = startOfPeriod(schedule, nextPeriod);
  if (endDate !== null && nextBillingDate > endDate) throw scheduleEnded({ endDate });
  return { status: 'active', nextPeriod, nextBillingDate };
}

/** @throws DomainError schedule_status_conflict */
export function pause(schedule: ScheduleTerms): ScheduleStatus {
  refuseUnless(schedule, 'paused');
  return 'paused';
}

/** @throws DomainError schedule_status_conflict */
export function cancel(schedule: ScheduleTerms): ScheduleStatus {
  refuseUnless(schedule, 'cancelled');
  return 'cancelled';
}
