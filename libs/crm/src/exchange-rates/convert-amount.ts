import { currencyDigits, decimal, divideRounded, pow10, type Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';

/** A rate as it is known: one `base` is `rate` of `quote` from `day` on. */
export interface KnownRate {
  readonly id: string;
  readonly base: Currency;
  readonly quote: Currency;
  /** Decimal text above zero. */
  readonly rate: string;
  readonly day: LocalDate;
  readonly source: string;
}

/** A rate on the way from one currency to another; inverse where it is said the other way round. */
export interface ConversionStep extends KnownRate {
  readonly inverse: boolean;
}

/**
 * The way from one currency to another: its own rate, else the inverse of that of the opposite
 * pair, else over `through` by the same rule. Empty for one currency; undefined where there is no
 * way.
 * @param rates at most one of each pair
 */
export function wayBetween(
  rates: readonly KnownRate[],
  from: Currency,
  to: Currency,
  through: Currency,
): readonly ConversionStep[] | undefined {
  if (from === to) return [];
  const straight = stepBetween(rates, from, to);
  if (straight) return [straight];
  if (from === through || to === through) return undefined;
  const [there, onward] = [stepBetween(rates, from, through), stepBetween(rates, through, to)];
  return there && onward ? [there, onward] : undefined;
}

function stepBetween(
  rates: readonly KnownRate[],
  from: Currency,
  to: Currency,
): ConversionStep | undefined {
  const direct = rates.find(({ base, quote }) => base === from && quote === to);
  if (direct) return { ...direct, inverse: false };
  const opposite = rates.find(({ base, quote }) => base === to && quote === from);
  return opposite && { ...opposite, inverse: true };
}

/** What one minor unit of a currency is of another, as a fraction that is exact. */
export interface ConversionFactor {
  readonly dividend: bigint;
  readonly divisor: bigint;
}

type Way = readonly Pick<ConversionStep, 'rate' | 'inverse'>[];

export function conversionFactor(from: Currency, to: Currency, way: Way): ConversionFactor {
  let [dividend, divisor] = [pow10(currencyDigits(to)), pow10(currencyDigits(from))];
  for (const { rate, inverse } of way) {
    const { units, scale } = decimal(rate);
    dividend *= inverse ? pow10(scale) : units;
    divisor *= inverse ? units : pow10(scale);
  }
  return { dividend, divisor };
}

/**
 * An amount in minor units of one currency as minor units of another: exact on the whole way, and
 * rounded once, half away from zero.
 */
export function convertMinor(minor: bigint, from: Currency, to: Currency, way: Way): bigint {
  const { dividend, divisor } = conversionFactor(from, to, way);
  return divideRounded(minor * dividend, divisor);
}
