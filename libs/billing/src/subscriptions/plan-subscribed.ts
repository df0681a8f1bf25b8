import { addDays } from '@quittance/calendar';
import { isZeroDecimal, trimDecimal } from '@quittance/money';
import { tooManyPeriods } from '../billing.errors.js';
import {
  MOST_PERIODS,
  SCHEDULED_DAYS_TO_PAY,
  type BillingPlan,
  type PlanBounds,
  type PlannedPeriod,
} from '../schedules/billing-plan.js';
import type { Schedule } from '../schedules/schedule.js';
import type { BillableLine } from './billed-line.js';
import { nextBillingStep, positionBefore } from './billing-step.js';
import type { PreparedStep, PreparedSubscription } from './prepare-subscribed.js';
import { positionOf } from './subscribed-facts.js';

/**
 * The periods of a subscription that a run bills: a pure function of what was prepared, so that a
 * preview shows what the run makes.
 */
export function planSubscribed(
  schedule: Schedule,
  { facts, steps, following, more }: PreparedSubscription,
  { asOf, catchUp, alreadyInRun, atMost }: PlanBounds,
): BillingPlan {
  const taken = steps.slice(0, atMost);
  const periods = plannedPeriods(schedule, taken);
  const position = periods.at(-1)?.subscribed?.after ?? positionOf(schedule);
  const isAll = taken.length === steps.length;
  const step = isAll ? following : nextBillingStep(facts.terms, position);
  const known = positionBefore(facts.terms, position, step, schedule.nextPeriod + taken.length);
  // What waits for a renewal stays due until its contract is swept: no run comes back to it.
  const waits = step === null && known.status === 'active' && known.nextBillingDate <= asOf;
  const next = waits ? { ...known, status: 'paused' as const } : known;
  const isLeft = more && isAll;
  const isTooMany = isLeft && catchUp && alreadyInRun + taken.length >= MOST_PERIODS;
  return {
    periods,
    next,
    failure: isTooMany ? tooManyPeriods({ most: MOST_PERIODS, asOf }) : null,
  };
}

/** Prepared steps as the periods of their schedule; what comes to nothing makes no invoice. */
export function plannedPeriods(
  { billedThrough, nextPeriod }: Pick<Schedule, 'billedThrough' | 'nextPeriod'>,
  steps: readonly PreparedStep[],
): PlannedPeriod[] {
  let parts = 0;
  return steps.map((prepared, i) => {
    const { step, lines, segments, usage, corrected, changes, lateRated, poNumber } = prepared;
    const { start, until, issueDate, dueOn, before } = step;
    parts = Math.max(parts, step.after.parts);
    // What is begun again on a day that was billed stands beside that.
    const isAgain = step.part === 0 && billedThrough !== null && start <= billedThrough;
    if (isAgain) parts += 1;
    return {
      index: nextPeriod + i,
      start,
      end: addDays(until, -1),
      issueDate,
      dueDate: addDays(issueDate, SCHEDULED_DAYS_TO_PAY),
      part: isAgain ? parts : step.part,
      lines: lines.every(isFree) ? [] : lines,
      subscribed: {
        dueOn,
        before,
        after: { ...step.after, parts },
        segments,
        usage,
        corrected,
        changes,
        lateRated,
        poNumber,
      },
    };
  });
}

function isFree({ quantity, unitPrice, discountPercent }: BillableLine): boolean {
  if (discountPercent !== null && trimDecimal(discountPercent) === '100') return true;
  return isZeroDecimal(unitPrice) || isZeroDecimal(quantity);
}
