import type { LocalDate } from '@quittance/calendar';
import type { Currency } from '@quittance/money';
import { agreedTerms } from '../../plans/agreed-terms.js';
import type { MeterId, PlanCharge } from '../../plans/plan-version.js';
import { chargeIn, minorUnitsOf } from '../../plans/plan-version.js';
import type { PlanVersion } from '../../plans/plan-version.description.js';
import type { Grid } from '../../subscriptions/grid.js';
import { billedPeriod, gridOf } from '../../subscriptions/subscription.view.js';
import type { WholeSubscription } from '../../subscriptions/subscription.repository.js';
import type { Charge } from '../charge.js';
import { usageSpans } from '../charged-usage.js';
import { rateUsage, ratedTotal, type Used } from '../rate-usage.js';
import { millionths } from '../units.js';

/** A charge whose usage is watched, over the days of a period on which its item holds. */
export interface WatchedCharge {
  readonly of: PlanCharge;
  readonly charge: Charge;
  readonly currency: Currency;
  readonly start: LocalDate;
  /** The first day that is not of it. */
  readonly until: LocalDate;
  readonly grid: Grid;
  /** Minor units; null: what counts are the units that are included. */
  readonly amount: bigint | null;
}

/** The charges of a subscription that are watched, of some meters and in the period of a day. */
export function watchedCharges(
  { subscription, items }: WholeSubscription,
  versions: ReadonlyMap<string, PlanVersion>,
  { day, meters }: { readonly day: LocalDate; readonly meters: ReadonlySet<MeterId> },
): WatchedCharge[] {
  const period = billedPeriod(subscription, day);
  if (!period) return [];
  const { currency } = subscription;
  const held = usageSpans(items, period).filter(({ start, until }) => start <= day && day < until);
  return held.flatMap(({ item: { planVersionId, overrides }, start, until }) => {
    const version = versions.get(planVersionId);
    const charges = version ? agreedTerms(version, overrides, currency).charges : [];
    return charges.flatMap((of): WatchedCharge[] => {
      const charge = chargeIn(of, currency);
      if (!charge || !of.alerts || !meters.has(of.meterId)) return [];
      const amount = of.alerts.amounts.find((each) => each.currency === currency)?.amount;
      if (amount === undefined && of.included === null) return [];
      return [
        {
          of,
          charge,
          currency,
          start,
          until,
          grid: gridOf(subscription),
          amount: amount === undefined ? null : minorUnitsOf(amount, currency),
        },
      ];
    });
  });
}

/** What usage has come to, of what: units in millionths, or minor units of the charge. */
export interface UsageLevel {
  readonly reached: bigint;
  readonly whole: bigint;
}

export function usageLevel(
  { of, charge, currency, amount }: WatchedCharge,
  used: Used,
): UsageLevel {
  if (amount === null) return { reached: used.units, whole: millionths(of.included ?? '0') };
  return { reached: ratedTotal(rateUsage(charge, used, currency)), whole: amount };
}

/** The percents that are reached, lowest first; of nothing none is. */
export function reachedPercents(
  percents: readonly number[],
  { reached, whole }: UsageLevel,
): number[] {
  if (whole <= 0n) return [];
  return percents
    .filter((percent) => reached * 100n >= whole * BigInt(percent))
    .toSorted((a, b) => a - b);
}
