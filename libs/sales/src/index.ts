export {
  type BilledItem,
  type BilledSubscription,
  billedSubscriptions,
  type BilledTerms,
  billedUntil,
} from './billed/billed-subscriptions.js';
export { rateUsageOver, type RatedSpan, type UsageToRate } from './billed/rated-usage.js';
export { subscriptionGrid } from './billed/subscription-grid.js';
export { subscriptionUsage } from './billed/subscription-usage.js';
export type { PlanVersion } from './plans/plan-version.description.js';
export { planVersions } from './plans/plan-version.queries.js';
export { SubscriptionsModule } from './subscriptions.module.js';
export type { Grid, Period } from './subscriptions/grid.js';
export type { Stub } from './subscriptions/proration.js';
export type {
  BilledState,
  ItemSettlement,
  PeriodSettlement,
} from './subscriptions/changes/period-settlement.js';
export {
  type SubscriptionFollower,
  SubscriptionFollowers,
  type SubscriptionMove,
} from './subscriptions/subscription-followers.js';
export {
  readSubscription,
  type WholeSubscription,
} from './subscriptions/subscription.repository.js';
export type { ChargedSpan } from './usage/charged-usage.js';
export type { RatedLine } from './usage/rate-usage.js';
