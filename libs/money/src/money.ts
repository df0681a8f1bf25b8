import { currencyDigits, type Currency } from './currencies.js';
import { formatUnits, parseDecimal, pow10 } from './decimal.js';

/** An amount in integer minor units (cents, yen, fils) beside its currency. */
export interface Money {
  readonly minor: bigint;
  readonly currency: Currency;
}

export function money(minor: bigint, currency: Currency): Money {
  currencyDigits(currency);
  return { minor, currency };
}

/** `1234.50` for 123450 minor units of a two-digit currency: the only way money leaves the API. */
export function formatMinor(minor: bigint, currency: Currency): string {
  return formatUnits(minor, currencyDigits(currency));
}

/** Amounts stay below this, so that a `bigint` column holds the sum of several. */
const LIMIT = 10n ** 18n;
/** Major units: twelve digits before the point are what a price or a quantity can hold. */
export const LARGEST_ON_DOCUMENT = '999999999999.999999';
/** A binary float keeps any decimal of up to 15 digits; beyond them JSON numbers are not exact. */
const EXACT_NUMBER = 10n ** 15n;

/**
 * Minor units of a decimal string or an exact number in major units.
 * Undefined when it is malformed, too large, or has more decimals than the currency: money is never
 * rounded silently. The sign is kept.
 */
export function parseMinor(value: string | number, currency: Currency): bigint | undefined {
  const parsed = parseDecimal(typeof value === 'number' ? String(value) : value);
  const digits = currencyDigits(currency);
  if (!parsed || parsed.scale > digits) return undefined;
  const minor = parsed.units * pow10(digits - parsed.scale);
  const limit = typeof value === 'number' ? EXACT_NUMBER : LIMIT;
  return minor < limit && minor > -limit ? minor : undefined;
}

/** @throws TypeError when currencies differ: mixing them is a programming error. */
export function sameCurrency(a: Money, b: Money): Currency {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} mixed with ${b.currency}`);
  return a.currency;
}

export function addMoney(a: Money, b: Money): Money {
  return { minor: a.minor + b.minor, currency: sameCurrency(a, b) };
}

export function subtractMoney(a: Money, b: Money): Money {
  return { minor: a.minor - b.minor, currency: sameCurrency(a, b) };
}

export function minOf(first: bigint, ...others: readonly bigint[]): bigint {
  return others.reduce((least, amount) => (amount < least ? amount : least), first);
}

export function sumOf(amounts: Iterable<bigint>): bigint {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}

/**
 * Splits a total by weights so that the parts add up exactly: largest remainder, ties to the
 * earlier part. Weights must not be negative; when all are zero the whole total goes to the first
 * part.
 * @throws RangeError for a negative weight, or when there is nobody to allocate a total to.
 */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  if (weights.length === 0) {
    if (total !== 0n) throw new RangeError('Nothing to allocate to');
    return [];
  }
  if (weights.some((weight) => weight < 0n)) throw new RangeError('A weight is negative');
  const sum = sumOf(weights);
  if (sum === 0n) return weights.map((_, i) => (i === 0 ? total : 0n));
  const sign = total < 0n ? -1n : 1n;
  const size = total * sign;
  const parts = weights.map((weight) => (size * weight) / sum);
  const order = weights
    .map((weight, i) => ({ i, remainder: (size * weight) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1));
  let left = size - sumOf(parts);
  for (const { i } of order) {
    if (left === 0n) break;
    parts[i] = (parts[i] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts.map((part) => part * sign);
}
