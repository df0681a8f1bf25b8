import { divideRounded } from '@quittance/money';
import type { RecurringFrequency } from '../subscriptions/grid.js';

/** Periods of a month: a year has 52 weeks and 12 months. */
export const PER_MONTH: Readonly<Record<RecurringFrequency, readonly [bigint, bigint]>> = {
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

/** The same as SQL over two columns: PostgreSQL rounds half away from zero as well. */
export function mrrSql(net: string, frequency: string): string {
  const whens = (place: 0 | 1) =>
    Object.entries(PER_MONTH)
      .map(([name, ratio]) => `when '${name}' then ${ratio[place]}`)
      .join(' ');
  const factor = (place: 0 | 1) => `(case ${frequency} ${whens(place)} end)`;
  return `round(${net}::numeric * ${factor(0)} / ${factor(1)})::bigint`;
}

/** Annual recurring revenue. */
export function arrOf(mrr: bigint): bigint {
  return mrr * 12n;
}
