import { divideRounded } from '@quittance/money';

/** Integer division towards minus infinity, for a positive divisor. */
function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}

/**
 * Rounds the sum of `numerators / denominator` once and spreads it over the parts by largest
 * remainder, ties to the earlier part: each part is less than one unit from its exact share.
 */
export function spreadRounded(numerators: readonly bigint[], denominator: bigint): bigint[] {
  let sum = 0n;
  for (const numerator of numerators) sum += numerator;
  const rounded = divideRounded(sum, denominator);
  if (numerators.length === 1) return [rounded];
  const parts = numerators.map((numerator) => floorDivide(numerator, denominator));
  let left = rounded;
  for (const part of parts) left -= part;
  if (left > 0n) giveToLargest(parts, numerators, denominator, Number(left));
  return parts;
}

function giveToLargest(
  parts: bigint[],
  numerators: readonly bigint[],
  denominator: bigint,
  count: number,
): void {
  if (count === 1) {
    giveToOne(parts, numerators, denominator);
    return;
  }
  const remainders = numerators.map((numerator, i) => numerator - (parts[i] ?? 0n) * denominator);
  const order = remainders.map((_, i) => i);
  order.sort((a, b) => {
    const [left, right] = [remainders[a] ?? 0n, remainders[b] ?? 0n];
    return left === right ? a - b : left > right ? -1 : 1;
  });
  for (const i of order.slice(0, count)) parts[i] = (parts[i] ?? 0n) + 1n;
}

/** Of few lines there is hardly ever more than one unit to give, and nothing to sort for it. */
function giveToOne(parts: bigint[], numerators: readonly bigint[], denominator: bigint): void {
  let [largest, at] = [-1n, 0];
  for (let i = 0; i < parts.length; i += 1) {
    const remainder = (numerators[i] ?? 0n) - (parts[i] ?? 0n) * denominator;
    if (remainder > largest) [largest, at] = [remainder, i];
  }
  parts[at] = (parts[at] ?? 0n) + 1n;
}
