import { prorated } from '../subscriptions/proration.js';
import { atLeastZero } from './units.js';

/** The days of a period in which a subscription was active. */
export interface ActiveDays {
  readonly days: number;
  readonly fullDays: number;
}

/** The least that the days of a period come to. */
export function minimumOver(minimum: bigint, { days, fullDays }: ActiveDays): bigint {
  return prorated(minimum, days, fullDays);
}

/** What is asked on top where usage and flat fees stay below the minimum of their days. */
export function missing(
  { minimum, flat }: { readonly minimum: bigint; readonly flat: bigint },
  usage: bigint,
): bigint {
  return atLeastZero(minimum - flat - usage);
}

/** What is asked on top where flat fees and usage of a period stay below its minimum. */
export function trueUp(
  minimum: bigint,
  active: ActiveDays,
  { flat, usage }: { readonly flat: bigint; readonly usage: bigint },
): bigint {
  return missing({ minimum: minimumOver(minimum, active), flat }, usage);
}

/**
 * What is still to be billed, or given back (below 0), of a period: all its usage as it is rated
 * now, less what was billed of it. So late events are rated in the tiers of their own period.
 */
export function unbilled(rated: bigint, billed: bigint): bigint {
  return rated - billed;
}

/** The thresholds that usage has reached and that no invoice was made for, lowest first. */
export function reachedThresholds(
  thresholds: readonly bigint[],
  { rated, billed }: { readonly rated: bigint; readonly billed: bigint },
): bigint[] {
  return thresholds
    .filter((threshold) => rated >= threshold && billed < threshold)
    .sort((a, b) => (a < b ? -1 : 1));
}
