import { planVersions } from '../plans/plan-version.queries.js';
import { usageSpans } from '../usage/charged-usage.js';
import { minimumOver, missing } from '../usage/settle-usage.js';
import { rateUsageOver } from './rated-usage.js';

/** How usage is charged beside flat prices, by the versions of plans. */
export const subscriptionUsage = {
  spans: usageSpans,
  minimumOver,
  missing,
  planVersions,
  rateOver: rateUsageOver,
} as const;
