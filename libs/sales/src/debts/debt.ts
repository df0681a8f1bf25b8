import type { LocalDate } from '@quittance/calendar';
import type { AccountId } from '@quittance/kernel';
import { resumedSubscription } from '../subscriptions/moves.js';
import type { Subscription } from '../subscriptions/subscription.description.js';
import type { SubscriptionStep } from '../subscriptions/records/subscription-step.js';
import { mayBe, refuseUnlessMay, type SubscriptionId } from '../subscriptions/subscription.js';

/** An invoice of a subscription that is past its due date and not settled. */
export interface Debt {
  readonly subscriptionId: SubscriptionId;
  /** Whose invoice it is. */
  readonly accountId: AccountId;
  readonly dueDate: LocalDate;
}

/** What is overdue of a subscription and billed to whom it belongs. */
export function ownDebts(
  { id, accountId }: Pick<Subscription, 'id' | 'accountId'>,
  debts: readonly Debt[],
): Debt[] {
  return debts.filter((debt) => debt.subscriptionId === id && debt.accountId === accountId);
}

/**
 * Whether overdue invoices make a debtor. Those that were overdue when a person activated the
 * subscription all the same do not; one that has fallen due since then does.
 */
export function isIndebted(
  { pastDueWaivedOn }: Pick<Subscription, 'pastDueWaivedOn'>,
  debts: readonly Pick<Debt, 'dueDate'>[],
): boolean {
  return debts.some(({ dueDate }) => pastDueWaivedOn === null || dueDate >= pastDueWaivedOn);
}

/** An invoice is overdue: billing goes on. */
export function fallenDue({ status }: Subscription, today: LocalDate): SubscriptionStep {
  refuseUnlessMay('fall-due', status);
  return {
    patch: { status: 'past_due', pastDueWaivedOn: null },
    kind: 'fell_due',
    effectiveOn: today,
    told: 'subscription.past_due',
  };
}

/**
 * Nothing is overdue any more: a debtor is in order again, and what dunning has suspended goes on
 * where the company says so. Null where neither is the case.
 */
export function afterDebt(
  subscription: Subscription,
  today: LocalDate,
  { resumeOnPayment }: { readonly resumeOnPayment: boolean },
): SubscriptionStep | null {
  const { status, suspendedReason } = subscription;
  if (mayBe('settle', status)) {
    const patch = { status: 'active' } as const;
    return { patch, kind: 'settled', effectiveOn: today, told: 'subscription.activated' };
  }
  if (suspendedReason !== 'dunning' || !resumeOnPayment) return null;
  return resumedSubscription(subscription, today);
}

/** What goes on though something of it is overdue goes on as a debtor. */
export function resumedAsDebtor(step: SubscriptionStep): SubscriptionStep {
  return { ...step, patch: { ...step.patch, status: 'past_due', pastDueWaivedOn: null } };
}
