import { divideRounded, formatUnits, pow10, trimDecimal } from '@quittance/money';

/** Decimals of a percentage that is worked out from amounts, as many as are stored. */
export const PERCENT_SCALE = 6;

/** What percentage of a base a tax comes to. */
export function effectiveRate(tax: bigint, base: bigint): string {
  if (base === 0n) return '0';
  const units = divideRounded(tax * 100n * pow10(PERCENT_SCALE), base);
  return trimDecimal(formatUnits(units, PERCENT_SCALE));
}
