import { agreedTerms } from '../plans/agreed-terms.js';
import { thresholdsIn } from '../plans/plan-version.js';
import { planVersions } from '../plans/plan-version.queries.js';
import { usageSpans } from '../usage/charged-usage.js';
import { NO_SUBSCRIPTION, nextUsageDue, settleUsageDue } from '../usage/progressive/usage-due.js';
import { minimumOver, missing } from '../usage/settle-usage.js';
import { rateUsageOver } from './rated-usage.js';

/** How usage is charged beside flat prices, by the versions of plans. */
export const subscriptionUsage = {
  spans: usageSpans,
  minimumOver,
  missing,
  planVersions,
  rateOver: rateUsageOver,
  agreed: agreedTerms,
  thresholds: thresholdsIn,
  due: { next: nextUsageDue, settle: settleUsageDue, none: NO_SUBSCRIPTION },
} as const;
