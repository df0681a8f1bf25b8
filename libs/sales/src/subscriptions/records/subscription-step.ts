import type { LocalDate } from '@quittance/calendar';
import type { PeriodSettlement } from '../changes/period-settlement.js';
import type { AmendmentKind, Subscription } from '../subscription.description.js';
import type { ItemChange } from '../subscription.repository.js';

/** How a change of a subscription is told. */
export type SubscriptionEvent =
  | 'subscription.activated'
  | 'subscription.changed'
  | 'subscription.change_scheduled'
  | 'subscription.past_due'
  | 'subscription.suspended'
  | 'subscription.resumed'
  | 'subscription.cancelled'
  | 'subscription.expired'
  | 'subscription.renewed';

/** What an operation makes of a subscription. */
export interface SubscriptionStep {
  readonly patch: Partial<Subscription>;
  readonly kind: AmendmentKind;
  readonly effectiveOn: LocalDate;
  readonly reason?: string | null;
  readonly told: SubscriptionEvent;
  readonly items?: ItemChange;
  /** What of days that are paid for is asked or given back. */
  readonly settlement?: PeriodSettlement | null;
}
