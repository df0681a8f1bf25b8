export { analyticsMigrations } from './analytics.schema.js';
export { SweepUsage } from './days/sweep-usage.js';
export { type UsageDay, usageDayList, usageDaysBetween } from './days/usage-day.lists.js';
export { followBusiness } from './events/follow-business.js';
export { type SeenUsage, UsageBuffer } from './events/usage-buffer.js';
export { usageEventList } from './events/usage-event.lists.js';
export {
  USAGE_CHANNELS,
  USAGE_DIRECTORIES,
  USAGE_NAMES,
  type UsageChannel,
  usageEventNoun,
  type UsageName,
  type UsageProps,
} from './events/usage-event.js';
export { FUNNEL_STEPS, type FunnelStep } from './figures/funnel.js';
export type { OnlineShare } from './figures/online-share.js';
export { ReadPortalUsage } from './figures/read-portal-usage.js';
export { MOST_PRODUCTS, type OrderedProduct, type ViewedProduct } from './figures/top-products.js';
export {
  MOST_GROUPS,
  USAGE_GROUPS,
  type NamedUses,
  type UsageGroup,
  type UsageGrouping,
} from './figures/usage-groups.js';
export type { PortalUsageAsk } from './figures/usage-period.js';
