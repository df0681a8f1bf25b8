import { dateAt, daysBetween, type LocalDate } from '@quittance/calendar';
import { epochMs, type Instant } from '@quittance/kernel';
import type { Aggregation } from './aggregate.js';
import type { MeterId } from '../plans/plan-version.js';
import type {
  SubscriptionId,
  SubscriptionStatus,
  SuspendedReason,
} from '../subscriptions/subscription.js';
import type { SentEvent } from './read-usage-event.js';
import { usageFault, type UsageCode, type UsageFault } from './usage-fault.js';

const DAY_MS = 86_400_000;
/** Clocks of others may be ahead by so much. */
const AHEAD_MS = 5 * 60_000;

export interface UsedMeter {
  readonly id: MeterId;
  readonly code: string;
  readonly aggregation: Aggregation;
  readonly countedProperty: string | null;
}

/** A subscription as far as usage is concerned. */
export interface UsedSubscription {
  readonly id: SubscriptionId;
  readonly externalKey: string | null;
  readonly status: SubscriptionStatus;
  readonly startDate: LocalDate;
  readonly cancelAt: LocalDate | null;
  readonly endedOn: LocalDate | null;
  readonly suspendedOn: LocalDate | null;
  readonly suspendedReason: SuspendedReason | null;
  readonly pauseOn: LocalDate | null;
  readonly usageWhilePaused: boolean;
}

/** Days on which a subscription stood still for a pause; without an end it still does. */
export interface PausedDays {
  readonly since: LocalDate;
  readonly until: LocalDate | null;
}

export interface UsageTerms {
  readonly now: Instant;
  readonly timeZone: string;
  /** Usage that is more days old is not taken any more: days of the company, not hours. */
  readonly maxLateDays: number;
  /** Of subscriptions that were ever paused. */
  readonly pauses: ReadonlyMap<SubscriptionId, readonly PausedDays[]>;
}

/** An event that is taken: of which meter, subscription and service day. */
export interface CheckedEvent {
  readonly sent: SentEvent;
  readonly meter: UsedMeter;
  readonly subscription: UsedSubscription;
  readonly day: LocalDate;
  /** What `unique_count` counts. */
  readonly counted: string | null;
}

/** Whether an event can be usage of a subscription, or all that is against it; pure. */
export function checkUsage(
  sent: SentEvent,
  meter: UsedMeter | undefined,
  subscription: UsedSubscription | undefined,
  terms: UsageTerms,
): CheckedEvent | readonly UsageFault[] {
  const faults = usageFaults(sent, meter, subscription, terms);
  if (faults.length > 0 || !meter || !subscription) return faults;
  const day = dateAt(sent.at, terms.timeZone);
  const property = meter.countedProperty;
  const counted = property === null ? null : String(sent.properties?.[property]);
  return { sent, meter, subscription, day, counted };
}

/** What is against an event, as far as it could be read; of its time the first alone. */
export function usageFaults(
  sent: Partial<SentEvent>,
  meter: UsedMeter | undefined,
  subscription: UsedSubscription | undefined,
  terms: UsageTerms,
): readonly UsageFault[] {
  const faults: UsageFault[] = [];
  if (!meter && sent.meter !== undefined) faults.push(usageFault('meter_unknown'));
  if (!subscription && sent.subscriptionId !== undefined) {
    const place = sent.subscriptionId === null ? '/externalKey' : '/subscriptionId';
    faults.push(usageFault('subscription_unknown', place));
  }
  const late = sent.at && timeFault(sent.at, subscription, terms);
  if (late) faults.push(usageFault(late));
  if (!meter) return faults;
  if (sent.value?.startsWith('-') && meter.aggregation !== 'sum') {
    faults.push(usageFault('value_invalid', '/value', 'must not be negative: the meter is no sum'));
  }
  const property = meter.countedProperty;
  const { properties } = sent;
  if (property !== null && properties !== undefined && properties?.[property] === undefined) {
    const place = `/properties/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    faults.push(usageFault('value_invalid', place, 'is counted, and is required'));
  }
  return faults;
}

function timeFault(
  at: Instant,
  subscription: UsedSubscription | undefined,
  { now, timeZone, maxLateDays, pauses }: UsageTerms,
): UsageCode | null {
  const ahead = epochMs(at) - epochMs(now);
  if (ahead > AHEAD_MS) return 'usage_in_future';
  const day = dateAt(at, timeZone);
  // Usage of today is of no day before, whatever hour it is; most is younger and asks no calendar.
  const isOlder = ahead < -maxLateDays * DAY_MS;
  if (isOlder && daysBetween(day, dateAt(now, timeZone)) > maxLateDays) return 'usage_too_late';
  if (!subscription) return null;
  if (day < subscription.startDate) return 'usage_before_start';
  const end = subscription.endedOn ?? subscription.cancelAt;
  if (end !== null && day >= end) return 'usage_after_end';
  const stood = isPaused(subscription, pauses.get(subscription.id) ?? [], day);
  return stood ? 'usage_while_paused' : null;
}

/**
 * Days of pauses that are over count, and of one that has begun and that no sweep has seen. Dunning
 * stops the service and takes what is used all the same.
 */
function isPaused(
  { status, suspendedReason, suspendedOn, pauseOn, usageWhilePaused }: UsedSubscription,
  pauses: readonly PausedDays[],
  day: LocalDate,
): boolean {
  if (usageWhilePaused) return false;
  const now = status === 'suspended' && suspendedReason === 'pause' ? suspendedOn : pauseOn;
  if (now !== null && day >= now) return true;
  return pauses.some(({ since, until }) => day >= since && (until === null || day < until));
}
