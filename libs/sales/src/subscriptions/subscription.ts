import { type LocalDate } from '@quittance/calendar';
import type { Id } from '@quittance/kernel';
import { subscriptionNotActive } from './subscription.errors.js';

export type SubscriptionId = Id<'subscription'>;
export type SubscriptionItemId = Id<'subscription-item'>;
/** What stays the same of an item while it changes. */
export type ItemId = Id<'item'>;

export const SUBSCRIPTION_STATUSES = [
  'pending',
  'trialing',
  'active',
  'past_due',
  'suspended',
  'cancelled',
  'expired',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const SUSPENDED_REASONS = ['pause', 'dunning', 'manual'] as const;
export type SuspendedReason = (typeof SUSPENDED_REASONS)[number];

export const SUBSCRIPTION_OPERATIONS = [
  'activate',
  'extend-trial',
  'pause',
  'suspend',
  'resume',
  'cancel',
  'keep',
  'change',
  'reactivate',
  'fall-due',
  'settle',
  'expire',
] as const;
export type SubscriptionOperation = (typeof SUBSCRIPTION_OPERATIONS)[number];

/** From which states each operation is taken; every other pair is refused. */
const FROM: Readonly<Record<SubscriptionOperation, readonly SubscriptionStatus[]>> = {
  activate: ['pending', 'trialing', 'past_due'],
  'extend-trial': ['trialing'],
  pause: ['active', 'past_due'],
  suspend: ['active', 'past_due'],
  resume: ['suspended'],
  cancel: ['pending', 'trialing', 'active', 'past_due', 'suspended'],
  keep: ['trialing', 'active', 'past_due', 'suspended'],
  change: ['trialing', 'active', 'past_due'],
  reactivate: ['cancelled', 'expired'],
  'fall-due': ['active'],
  settle: ['past_due'],
  expire: ['pending', 'trialing', 'active', 'past_due', 'suspended'],
};

export function mayBe(operation: SubscriptionOperation, status: SubscriptionStatus): boolean {
  return FROM[operation].includes(status);
}

/** @throws DomainError subscription_not_active, which names the state */
export function refuseUnlessMay(
  operation: SubscriptionOperation,
  status: SubscriptionStatus,
): void {
  if (mayBe(operation, status)) return;
  throw subscriptionNotActive({ status, operation: operation.replaceAll('-', ' ') });
}

/** What decides the state a subscription begins or goes on in. */
export interface Beginning {
  readonly startDate: LocalDate;
  readonly trialEnd: LocalDate | null;
}

/** Not started before its day; then on trial as long as that lasts. */
export function statusOn({ startDate, trialEnd }: Beginning, day: LocalDate): SubscriptionStatus {
  if (startDate > day) return 'pending';
  return trialEnd !== null && trialEnd > day ? 'trialing' : 'active';
}

/** What an end gives back of days that are paid for, where it gives back anything. */
export const END_CREDITS = ['prorated', 'full'] as const;
export type EndCredit = (typeof END_CREDITS)[number];

export const CHANGE_TIMES = ['now', 'period_end', 'day'] as const;
/** When something that is asked for happens. */
export type ChangeTime = (typeof CHANGE_TIMES)[number];
