import { usageSpans } from '../usage/charged-usage.js';
import { minimumOver, missing } from '../usage/settle-usage.js';

/** How usage is charged beside flat prices. */
export const subscriptionUsage = { spans: usageSpans, minimumOver, missing } as const;
