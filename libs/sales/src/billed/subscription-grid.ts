import { daysBetween } from '@quittance/calendar';
import { endedBy, periodOn, stubEnd, type Period } from '../subscriptions/grid.js';
import { priceOf, prorated } from '../subscriptions/proration.js';
import { billedUntil, endedAtOnce, servedUntil } from './billed-subscriptions.js';
import { contractBounds, renewalAwaitedFrom } from './contract-bound.js';
import { comingSettlementOf } from '../subscriptions/changes/due-change.js';
import { gridOf } from '../subscriptions/subscription.view.js';

/** The periods of a subscription and what parts of them cost. */
export const subscriptionGrid = {
  of: gridOf,
  periodOn,
  stubEnd,
  endedBy,
  /** The first day that is not billed any more. */
  billedUntil,
  servedUntil,
  /** How far contracts reach, and what waits for their renewal. */
  contractBounds,
  renewalAwaitedFrom,
  endedAtOnce,
  prorated,
  priceOf,
  /** What a change comes to that is planned for a day of a period that is billed. */
  laterSettlement: comingSettlementOf,
  days: ({ start, until }: Period): number => daysBetween(start, until),
} as const;
