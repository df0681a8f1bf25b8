import { DomainError } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { QuoteNeeded } from '@quittance/tax';
import {
  planBilling,
  type PlannedPeriod,
  type SubscribedPeriod,
} from '../schedules/billing-plan.js';
import type { SchedulePosition } from '../schedules/schedule.js';
import { planSubscribed } from '../subscriptions/plan-subscribed.js';
import { billedBy, type BatchFacts } from './batch-facts.js';
import { billPeriod, type DraftInvoice } from './bill-period.js';
import type { RunScope } from './billing-run.js';
import type { ClaimedSchedule } from './claim.js';

/** Why a schedule was not billed further, and from which period on. */
export interface ScheduleFailure {
  readonly error: DomainError;
  readonly periodStart: LocalDate;
}

/** What a run does with one schedule in one transaction. */
export interface BilledSchedule {
  readonly schedule: ClaimedSchedule;
  /** The customer's name. */
  readonly customer: string;
  readonly invoices: readonly DraftInvoice[];
  /** Periods in which nothing was billable. */
  readonly skipped: number;
  readonly next: SchedulePosition;
  /** How far its subscription is billed then, and what is stored of that; null of lines. */
  readonly subscribed: readonly SubscribedPeriod[] | null;
  readonly failure: ScheduleFailure | null;
}

/** What becomes of a schedule that lacks a quote: null leaves it to the next pass. */
export type Unquoted = (schedule: ClaimedSchedule) => DomainError | null;

/**
 * Bills schedules in order until `atMost` periods are used up: a pure function, shared by the run
 * and the preview. Schedules that found no room, or are left for want of a quote, are not in the
 * answer.
 */
export function billSchedules(
  scope: RunScope,
  schedules: readonly ClaimedSchedule[],
  facts: BatchFacts,
  atMost: number,
  unquoted: Unquoted = () => null,
): BilledSchedule[] {
  const billed: BilledSchedule[] = [];
  let room = atMost;
  for (const schedule of schedules) {
    if (room <= 0) break;
    // What found no room while it was read is left to the next pass.
    if (schedule.source === 'subscription' && !facts.subscribed.has(schedule.id)) continue;
    const one = quotedSchedule(scope, schedule, facts, room, unquoted);
    if (!one) continue;
    room -= Math.max(1, one.invoices.length + one.skipped);
    billed.push(one);
  }
  return billed;
}

function quotedSchedule(
  scope: RunScope,
  schedule: ClaimedSchedule,
  facts: BatchFacts,
  atMost: number,
  unquoted: Unquoted,
): BilledSchedule | null {
  try {
    return billSchedule(scope, schedule, facts, atMost);
  } catch (error) {
    if (!(error instanceof QuoteNeeded)) throw error;
    const refusal = unquoted(schedule);
    return refusal && failedSchedule(schedule, refusal);
  }
}

/** A schedule that stays where it is, for this reason. */
export function failedSchedule(schedule: ClaimedSchedule, error: DomainError): BilledSchedule {
  const { status, nextPeriod, nextBillingDate } = schedule;
  return {
    schedule,
    customer: '',
    invoices: [],
    skipped: 0,
    next: { status, nextPeriod, nextBillingDate },
    subscribed: null,
    failure: { error, periodStart: nextBillingDate },
  };
}

function billSchedule(
  { asOf, catchUp }: RunScope,
  schedule: ClaimedSchedule,
  facts: BatchFacts,
  atMost: number,
): BilledSchedule {
  const customer = facts.accounts.get(schedule.accountId)?.name ?? '';
  const bounds = { asOf, catchUp, alreadyInRun: schedule.periodsInRun, atMost };
  const prepared = facts.subscribed.get(schedule.id);
  const plan = prepared
    ? planSubscribed(schedule, prepared, bounds)
    : planBilling(schedule, facts.lines.get(schedule.id) ?? [], bounds);
  const invoices: DraftInvoice[] = [];
  let skipped = 0;
  for (const [i, period] of plan.periods.entries()) {
    if (period.lines.length === 0) {
      skipped += 1;
      continue;
    }
    const made = tryPeriod(schedule, period, facts);
    if (made instanceof DomainError) {
      const subscribed = prepared ? subscribedOf(plan.periods.slice(0, i)) : null;
      return { schedule, customer, invoices, skipped, subscribed, ...stoppedAt(period, made) };
    }
    invoices.push(made);
  }
  const failure = plan.failure && { error: plan.failure, periodStart: plan.next.nextBillingDate };
  const subscribed = prepared ? subscribedOf(plan.periods) : null;
  return { schedule, customer, invoices, skipped, next: plan.next, subscribed, failure };
}

function subscribedOf(periods: readonly PlannedPeriod[]): SubscribedPeriod[] {
  return periods.flatMap(({ subscribed }) => subscribed ?? []);
}

function tryPeriod(
  schedule: ClaimedSchedule,
  period: PlannedPeriod,
  facts: BatchFacts,
): DraftInvoice | DomainError {
  try {
    return billPeriod(schedule, period, billedBy(schedule, facts), facts.seller, facts.products);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** The periods before the failing one are billed, the schedule waits at the failing one. */
function stoppedAt(
  { index, start, subscribed }: PlannedPeriod,
  error: DomainError,
): Pick<BilledSchedule, 'next' | 'failure'> {
  return {
    next: { status: 'active', nextPeriod: index, nextBillingDate: subscribed?.dueOn ?? start },
    failure: { error, periodStart: start },
  };
}
