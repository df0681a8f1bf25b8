import { divideRounded } from '@quittance/money';
import type { RecurringFrequency } from '../subscriptions/grid.js';

/** Periods of a month: a year has 52 weeks and 12 months. */
const PER_MONTH: Record<RecurringFrequency, readonly [bigint, bigint]> = {
  weekly: [52n, 12n],
  fortnightly: [26n, 12n],
  monthly: [1n, 1n],
  quarterly: [1n, 3n],
  half_yearly: [1n, 6n],
  annually: [1n, 12n],
};

/** Monthly recurring revenue of an item: its net of a period, by the month. Minor units. */
export function mrrOf(net: bigint, frequency: RecurringFrequency): bigint {
  const [times, by] = PER_MONTH[frequency];
  return divideRounded(net * times, by);
}

/** Annual recurring revenue. */
export function arrOf(mrr: bigint): bigint {
  return mrr * 12n;
}
