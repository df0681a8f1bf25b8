import type { LocalDate } from '@quittance/calendar';
import type { ScheduleId } from '@quittance/kernel';
import type { InterimUsage } from '../interim/interim-usage.js';
import type { Schedule } from '../schedules/schedule.js';
import { nextBillingStep, type BillingStep, type SubscribedTerms } from './billing-step.js';
import { positionOf, type SubscribedFacts } from './subscribed-facts.js';
import type { SubscribedPosition } from './subscribed-position.js';

/** How far a run, or a forecast, looks. */
export interface PrepareBounds {
  /** What is due on this day; null: whatever comes next. */
  readonly asOf: LocalDate | null;
  /** Periods of one schedule. */
  readonly most: number;
  /** Periods of all of them. */
  readonly atMost: number;
  /** Whether it is billed in this transaction: nobody credits by hand meanwhile what it takes off. */
  readonly holds?: boolean;
  /** Invoices of usage that come before them, for a forecast. */
  readonly foreseen?: readonly InterimUsage[];
}

export type ClaimedSubscription = Schedule & { readonly periodsInRun?: number };

/** The invoices of a subscription that are due. */
interface DueSteps {
  readonly steps: readonly BillingStep[];
  /** What comes behind them, due or not; null where nothing does. */
  readonly following: BillingStep | null;
  /** Whether more is due than there was room for. */
  readonly more: boolean;
}

export interface WalkedSubscription extends DueSteps {
  readonly schedule: ClaimedSubscription;
  readonly facts: SubscribedFacts;
}

/**
 * The steps of each schedule, as far as there is room. Whoever has the same terms and is billed as
 * far has the same steps: a run computes them once for all of a batch that are alike, which most
 * are, as they are due on one day.
 * @throws Error where the subscription of a schedule is gone
 */
export function walkSubscribed(
  own: readonly ClaimedSubscription[],
  facts: ReadonlyMap<ScheduleId, SubscribedFacts>,
  { asOf, most, atMost }: PrepareBounds,
): WalkedSubscription[] {
  const walked: WalkedSubscription[] = [];
  const alike = new Map<string, DueSteps>();
  let room = atMost;
  for (const schedule of own) {
    if (room <= 0) break;
    const each = facts.get(schedule.id);
    if (!each) throw new Error(`The subscription of the schedule ${schedule.id} is gone`);
    const position = positionOf(schedule);
    const allowed = Math.min(room, most - (schedule.periodsInRun ?? 0));
    const likeness = likenessOf(each.terms, position, allowed);
    const known = likeness === null ? undefined : alike.get(likeness);
    const due = known ?? dueSteps(each.terms, position, { asOf, allowed });
    if (!known && likeness !== null) alike.set(likeness, due);
    const { steps, following, more } = due;
    room -= Math.max(1, steps.length);
    walked.push({ schedule, facts: each, steps, following, more });
  }
  return walked;
}

function dueSteps(
  terms: SubscribedTerms,
  position: SubscribedPosition,
  { asOf, allowed }: { readonly asOf: LocalDate | null; readonly allowed: number },
): DueSteps {
  const steps: BillingStep[] = [];
  const isDue = (step: BillingStep | null): step is BillingStep =>
    step !== null && (asOf === null || step.dueOn <= asOf);
  let next = nextBillingStep(terms, position);
  while (isDue(next) && steps.length < allowed) {
    steps.push(next);
    next = nextBillingStep(terms, next.after);
  }
  return { steps, following: next, more: isDue(next) };
}

/** All that decides the steps; null of the few that stood still, or had another grid before. */
export function likenessOf(
  { grid, ...terms }: SubscribedTerms,
  { coveredUntil, usageUntil, gaps, parts }: SubscribedPosition,
  allowed: number,
): string | null {
  if (grid.before || gaps.length > 0) return null;
  const { timing, stub, status, billedFrom, end, heldFrom, pauseOn } = terms;
  const { charged, graceDays } = terms;
  const ends = `${terms.endedAtOnce ? `${end} used` : end} ${heldFrom}`;
  const agreed = `${timing} ${stub} ${status} ${billedFrom} ${ends} ${pauseOn} ${charged}`;
  const grids = `${grid.frequency} ${grid.anchor} ${grid.anchorDay} ${graceDays}`;
  return `${agreed} ${grids} ${coveredUntil} ${usageUntil} ${parts} ${allowed}`;
}
