import { add, decimal, multiply, roundToScale, type Decimal } from '@quittance/money';

/** By how much prices go up when a contract is renewed, in percent. */
export interface Uplift {
  readonly percent: string;
  /** No renewal raises by more than this; null: nothing caps it. */
  readonly cap?: string | null;
}

function isAbove(a: Decimal, b: Decimal): boolean {
  return add(a, { units: -b.units, scale: b.scale }).units > 0n;
}

/** The percent that a renewal raises prices by. */
export function upliftPercent({ percent, cap = null }: Uplift): string {
  return cap !== null && isAbove(decimal(percent), decimal(cap)) ? cap : percent;
}

/** A price after a renewal, of the one in force before: renewals compound. */
export function uplifted(price: Decimal, uplift: Uplift, decimals: number): bigint {
  const { units, scale } = decimal(upliftPercent(uplift));
  const factor = add(decimal('1'), { units, scale: scale + 2 });
  return roundToScale(multiply(price, factor), decimals);
}
