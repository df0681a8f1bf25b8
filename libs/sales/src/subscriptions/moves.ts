import { dateParts, type LocalDate } from '@quittance/calendar';
import { invalidField } from '@quittance/kernel';
import { refuseFarDays } from '../sold-days.js';
import type { PlannedEnd } from './ends/end-history.js';
import type { SubscriptionStep } from './records/subscription-step.js';
import { gridFrom, regridded } from './grid.js';
import type { Subscription, SubscriptionItem } from './subscription.description.js';
import { cancelInPast, subscriptionCancelled } from './subscription.errors.js';
import { refuseUnlessMay, statusOn, type SuspendedReason } from './subscription.js';
import type { WholeSubscription } from './subscription.repository.js';
import { firstItemOf, frequencyOn, gridOf, gridPatch, itemsOn } from './subscription.view.js';

/*
 * What each operation makes of a subscription: pure, and the same for a person, a sweep and a step
 * of dunning. All of them throw `subscription_not_active` in a state that the table does not have.
 */

/**
 * Begins what has not begun, ends a trial, or takes a debtor back though an invoice is overdue:
 * then the sweep leaves it until another falls overdue.
 */
export function activated(
  subscription: Subscription,
  today: LocalDate,
  reason: string | null,
): SubscriptionStep {
  const { status } = subscription;
  refuseUnlessMay('activate', status);
  const told = 'subscription.activated';
  if (status === 'past_due') {
    if (reason === null) throw invalidField('/reason', 'required', 'is required of a debtor');
    const patch = { status: 'active', pastDueWaivedOn: today } as const;
    return { patch, kind: 'resumed', effectiveOn: today, reason, told };
  }
  const begun =
    status === 'pending' ? begunOn(subscription, today) : endedTrial(subscription, today);
  return { patch: begun, kind: 'changed', effectiveOn: today, reason, told };
}

/**
 * Begins on its day or behind it, as the sweep would: its items, its contract and its trial were
 * agreed from that day on, so that whoever wants it earlier makes it anew from an earlier one.
 */
function begunOn(subscription: Subscription, today: LocalDate): Partial<Subscription> {
  const { startDate, trialEnd } = subscription;
  refuseWaiting(subscription);
  if (startDate > today) {
    throw invalidField('', 'start', `The subscription starts on ${startDate}.`);
  }
  return { status: statusOn({ startDate, trialEnd }, today) };
}

/**
 * What waits for its order is moved by that alone: it is what the order would begin.
 * @throws DomainError validation_failed
 */
export function refuseWaiting({ awaitsOrder }: Pick<Subscription, 'awaitsOrder'>): void {
  if (!awaitsOrder) return;
  throw invalidField('', 'order', 'The order of the subscription is not confirmed.');
}

/** A trial that ends before its day: the grid begins where it ends. */
function endedTrial(subscription: Subscription, today: LocalDate): Partial<Subscription> {
  const { startDate, trialEnd, frequency } = subscription;
  if (trialEnd !== null && trialEnd <= today) return { status: 'active' };
  return {
    status: 'active',
    trialEnd: today > startDate ? today : null,
    ...begunGrid(subscription, today, frequency),
  };
}

/** The grid of what begins to bill on another day: it keeps the day of the month it was bound to. */
export function begunGrid(
  subscription: Subscription,
  from: LocalDate,
  frequency: Subscription['frequency'],
): Pick<Subscription, 'anchorDate' | 'anchorDay' | 'billedFrom'> {
  const { anchorDate, anchorDay, billedFrom } = subscription;
  // What began with its own anchor goes on with its own; a day that was asked for stays.
  const isOwn = anchorDate === billedFrom && anchorDay === dateParts(billedFrom).day;
  const wanted = isOwn ? null : { day: anchorDay, month: Number(anchorDate.slice(5, 7)) };
  const grid = gridFrom(from, frequency, wanted);
  return { anchorDate: grid.anchor, anchorDay: grid.anchorDay, billedFrom: from };
}

/** @throws DomainError validation_failed where the day is not later */
export function extendedTrial(
  subscription: Subscription,
  trialEnd: LocalDate,
  today: LocalDate,
): SubscriptionStep {
  refuseUnlessMay('extend-trial', subscription.status);
  refuseFarDays({ trialEnd });
  const earliest = subscription.trialEnd ?? today;
  if (trialEnd <= earliest) {
    throw invalidField('/trialEnd', 'min', `must be after ${earliest}, where the trial ends now`);
  }
  return {
    patch: { trialEnd, ...begunGrid(subscription, trialEnd, subscription.frequency) },
    kind: 'trial_extended',
    effectiveOn: trialEnd,
    told: 'subscription.changed',
  };
}

/** How a subscription is to stand still. */
export interface SuspensionTerms {
  readonly reason: SuspendedReason;
  readonly resumeOn?: LocalDate | null;
  readonly note?: string | null;
}

/** Stands still from today on. */
export function suspended(
  { status }: Subscription,
  { reason, resumeOn = null, note = null }: SuspensionTerms,
  today: LocalDate,
): SubscriptionStep {
  refuseUnlessMay(reason === 'pause' ? 'pause' : 'suspend', status);
  refuseFarDays({ resumeOn });
  refuseResumedBy(resumeOn, today);
  return {
    patch: {
      status: 'suspended',
      suspendedReason: reason,
      suspendedOn: today,
      resumeOn,
      pauseOn: null,
      pauseCredit: false,
    },
    kind: reason === 'pause' ? 'paused' : 'suspended',
    effectiveOn: today,
    reason: note,
    told: 'subscription.suspended',
  };
}

/**
 * Is to stand still from a later day on, until another where that is told.
 * @throws DomainError validation_failed
 */
export function pausedLater(
  { status }: Subscription,
  { pauseOn, resumeOn, credit, note }: PlannedPause,
): SubscriptionStep {
  refuseUnlessMay('pause', status);
  refuseFarDays({ resumeOn });
  refuseResumedBy(resumeOn, pauseOn);
  return {
    patch: { pauseOn, pauseCredit: credit, resumeOn },
    kind: 'paused',
    effectiveOn: pauseOn,
    reason: note,
    told: 'subscription.change_scheduled',
  };
}

/** A pause that begins on a later day. */
interface PlannedPause extends Pick<Subscription, 'resumeOn'> {
  readonly pauseOn: LocalDate;
  /** Gives back what is paid for then. */
  readonly credit: boolean;
  readonly note: string | null;
}

function refuseResumedBy(resumeOn: LocalDate | null, day: LocalDate): void {
  if (resumeOn === null || resumeOn > day) return;
  throw invalidField('/resumeOn', 'min', `must be after ${day}`);
}

/** Goes on today; `newPeriod` begins its grid anew, else it keeps to the one it has. */
export function resumedSubscription(
  subscription: Subscription,
  today: LocalDate,
  { newPeriod = false, reason = null }: { newPeriod?: boolean; reason?: string | null } = {},
): SubscriptionStep {
  refuseUnlessMay('resume', subscription.status);
  const grid = newPeriod ? newGrid(subscription, today) : null;
  return {
    patch: {
      status: 'active',
      suspendedReason: null,
      suspendedOn: null,
      resumeOn: null,
      ...grid,
    },
    kind: 'resumed',
    effectiveOn: today,
    reason,
    told: 'subscription.resumed',
  };
}

/** Periods from today on, behind those that it had: days of theirs may wait to be billed. */
function newGrid(subscription: Subscription, today: LocalDate): Partial<Subscription> {
  const { gridNext, billedFrom } = subscription;
  const isBegun = gridNext !== null && gridNext.on <= today;
  const ahead = isBegun ? null : gridNext;
  const frequency = frequencyOn(subscription, today);
  const held = gridOf({ ...subscription, gridNext: isBegun ? gridNext : null });
  // On the first day that costs anything none lie behind.
  const grid =
    today > billedFrom ? regridded(held, today, frequency) : gridFrom(billedFrom, frequency);
  return { ...gridPatch(grid), gridNext: ahead };
}

/**
 * Ends on a day, which is the first without service: now, or when that day comes.
 * @throws DomainError cancel_in_past
 */
export function cancelled(
  subscription: Subscription,
  day: LocalDate,
  today: LocalDate,
  reason: string | null,
): SubscriptionStep {
  refuseUnlessMay('cancel', subscription.status);
  if (day < today) throw cancelInPast({ day, today });
  const common = { kind: 'cancelled', effectiveOn: day, reason } as const;
  if (day > today) {
    const patch = { cancelAt: day, cancelReason: reason, cancelCredit: null };
    return { ...common, patch, told: 'subscription.change_scheduled' };
  }
  return { ...common, patch: ended('cancelled', day, reason), told: 'subscription.cancelled' };
}

/**
 * The same as a customer asks for it: an end that comes by then stays as it was agreed, and one
 * that comes earlier than that keeps what the company has agreed to give back.
 */
export function cancelledByCustomer(
  subscription: Subscription,
  day: LocalDate,
  today: LocalDate,
  reason: string | null,
): SubscriptionStep | null {
  const step = cancelled(subscription, day, today, reason);
  const { cancelAt, cancelCredit } = subscription;
  if (cancelAt !== null && cancelAt <= day) return null;
  return { ...step, patch: { ...step.patch, cancelCredit } };
}

/** Its term is over. */
export function expired(subscription: Subscription, day: LocalDate): SubscriptionStep {
  refuseUnlessMay('expire', subscription.status);
  return {
    patch: ended('expired', day, null),
    kind: 'cancelled',
    effectiveOn: day,
    told: 'subscription.expired',
  };
}

function ended(
  status: 'cancelled' | 'expired',
  day: LocalDate,
  cancelReason: string | null,
): Partial<Subscription> {
  return {
    status,
    cancelAt: day,
    cancelReason,
    endedOn: day,
    pauseOn: null,
    pauseCredit: false,
    changeOn: null,
    laterSettlement: null,
    gridNext: null,
    suspendedReason: null,
    suspendedOn: null,
    resumeOn: null,
  };
}

/**
 * Goes on though it was cancelled for a later day: until what stood before that. Null where nobody
 * has cancelled it, also where it ends with its contract or with the term that was sold.
 * @throws DomainError subscription_cancelled
 */
export function kept(
  subscription: Subscription,
  behind: PlannedEnd | undefined,
  today: LocalDate,
): SubscriptionStep | null {
  const { status, cancelAt } = subscription;
  if (status === 'cancelled') throw subscriptionCancelled({ day: cancelAt ?? today });
  refuseUnlessMay('keep', status);
  if (cancelAt === null) return null;
  if (cancelAt <= today) throw subscriptionCancelled({ day: cancelAt });
  if (!behind) return null;
  return {
    patch: behind,
    kind: 'kept',
    effectiveOn: today,
    told: 'subscription.change_scheduled',
  };
}

/** A pause that was planned does not come. Null where none is. */
export function unpaused(
  subscription: Subscription,
  today: LocalDate,
  reason: string | null = null,
): SubscriptionStep | null {
  const { status, pauseOn } = subscription;
  if (pauseOn === null) return null;
  refuseUnlessMay('pause', status);
  return {
    patch: { pauseOn: null, pauseCredit: false, resumeOn: null },
    kind: 'kept',
    effectiveOn: today,
    reason,
    told: 'subscription.change_scheduled',
  };
}

/**
 * What the day brings by itself: an end before all else, then a pause or its end, then the start
 * and the end of a trial. Null where nothing has come.
 */
export function dueStep(
  { subscription, items }: WholeSubscription,
  today: LocalDate,
): SubscriptionStep | null {
  const { status, startDate, trialEnd, trialEndAction, cancelAt, resumeOn, pauseOn } = subscription;
  if (status === 'cancelled' || status === 'expired') return null;
  if (cancelAt !== null && cancelAt <= today) {
    const { cancelReason } = subscription;
    return {
      patch: ended('cancelled', cancelAt, cancelReason),
      kind: 'cancelled',
      effectiveOn: cancelAt,
      reason: cancelReason,
      told: 'subscription.cancelled',
    };
  }
  const goesOn = resumeOn !== null && resumeOn <= today;
  if (goesOn && status === 'suspended') return resumedSubscription(subscription, today);
  if (pauseOn !== null && pauseOn <= today && status !== 'trialing') {
    // Nothing stood still while no day came: what of a pause has passed does not come any more.
    if (goesOn) return unpaused(subscription, today);
    return suspended(subscription, { reason: 'pause', resumeOn }, today);
  }
  if (status === 'pending' && startDate <= today && !subscription.awaitsOrder) {
    return begins(subscription, today);
  }
  if (status !== 'trialing' || trialEnd === null || trialEnd > today) {
    return begunChange(subscription, items, today);
  }
  if (trialEndAction === 'activate') return begins(subscription, today);
  return {
    patch: ended('cancelled', trialEnd, null),
    kind: 'cancelled',
    effectiveOn: trialEnd,
    told: 'subscription.cancelled',
  };
}

/** A change that was planned is there: the first item is what the subscription is listed by. */
function begunChange(
  subscription: Subscription,
  items: readonly SubscriptionItem[],
  today: LocalDate,
): SubscriptionStep | null {
  const { changeOn, gridNext, laterSettlement } = subscription;
  if (changeOn === null || changeOn > today || laterSettlement) return null;
  const grid = gridNext && gridPatch(gridOf(subscription));
  return {
    patch: { changeOn: null, ...grid, ...firstItemOf(itemsOn(items, today)) },
    kind: 'changed',
    effectiveOn: changeOn,
    told: 'subscription.changed',
  };
}

function begins(subscription: Subscription, today: LocalDate): SubscriptionStep {
  return {
    patch: { status: statusOn(subscription, today) },
    kind: 'changed',
    effectiveOn: today,
    told: 'subscription.activated',
  };
}
