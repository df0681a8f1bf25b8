import type { Tx } from '@quittance/database';
import { isToldToEnd } from '../ends/ends-behind.js';
import { gridDate, gridIndex } from '../grid.js';
import type { Subscription } from '../subscription.description.js';
import type { SubscriptionStep } from '../records/subscription-step.js';
import { gridOf } from '../subscription.view.js';

/**
 * The same step with the end of the term moved along where the first period moves on trial: a term
 * is of so many periods, whenever those begin. A day that somebody cancelled for stays.
 */
export async function withMovedTerm(
  tx: Tx,
  before: Subscription,
  step: SubscriptionStep,
): Promise<SubscriptionStep> {
  const cancelAt = movedTerm(before, { ...before, ...step.patch });
  if (cancelAt === before.cancelAt) return step;
  if (await isToldToEnd(tx, before.id)) return step;
  return { ...step, patch: { ...step.patch, cancelAt } };
}

/** The end of as many periods as there were until then; where there was a part of one, as it was. */
export function movedTerm(before: Subscription, after: Subscription): Subscription['cancelAt'] {
  const { cancelAt } = before;
  if (cancelAt === null || after.billedFrom === before.billedFrom) return cancelAt;
  const grid = gridOf(before);
  const periods = gridIndex(grid, cancelAt);
  if (periods < 1 || gridDate(grid, periods) !== cancelAt) return cancelAt;
  return gridDate(gridOf(after), periods);
}
