import { decimal, divideRounded, formatUnits, roundToScale, trimDecimal } from '@quittance/money';

/** Units of usage have six decimals; in here they are counted in millionths. */
export const UNIT_DECIMALS = 6;
export const ONE_UNIT = 1_000_000n;

/** @throws TypeError when the text is no decimal */
export function millionths(text: string): bigint {
  return roundToScale(decimal(text), UNIT_DECIMALS);
}

/** Plain text without trailing zeros. */
export function unitsText(units: bigint): string {
  // Most are whole, and a text is all that is made of those.
  if (units % ONE_UNIT === 0n) return String(units / ONE_UNIT);
  return trimDecimal(formatUnits(units, UNIT_DECIMALS));
}

/** How many whole sizes it takes to hold the units. */
export function wholeSizes(units: bigint, size: bigint): bigint {
  return (units + size - 1n) / size;
}

/** A sum of units times a weight, divided by all weight, to six decimals. */
export function weightedUnits(sum: bigint, weight: bigint): bigint {
  return weight === 0n ? 0n : divideRounded(sum, weight);
}

export function atLeastZero(value: bigint): bigint {
  return value > 0n ? value : 0n;
}
