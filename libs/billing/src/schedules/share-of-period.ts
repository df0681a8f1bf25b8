import { currencyDigits, decimal, divideRounded, multiply, pow10 } from '@quittance/money';
import type { Currency, Decimal } from '@quittance/money';
import type { Discount } from '@quittance/tax';

/** The days of a period that are billed, and how many it has. */
export interface ShareOfPeriod {
  readonly days: number;
  readonly of: number;
}

/** What a line would charge for all of a period; decimal text. */
interface Charged {
  readonly quantity: string;
  readonly unitPrice: string;
  readonly discount: Discount | null;
}

/** What some days of a period cost of a line, in minor units: all of it by days, rounded once. */
export function shareOfPeriod(
  { quantity, unitPrice, discount }: Charged,
  { days, of }: ShareOfPeriod,
  currency: Currency,
): bigint {
  const { units, scale } = lessPercent(multiply(decimal(quantity), decimal(unitPrice)), discount);
  const digits = currencyDigits(currency);
  const off = discount && 'amount' in discount ? decimal(discount.amount) : { units: 0n, scale: 0 };
  const whole = units * pow10(off.scale) - off.units * pow10(scale);
  const dividend = whole * BigInt(days) * pow10(digits);
  return divideRounded(dividend, BigInt(of) * pow10(scale + off.scale));
}

function lessPercent(value: Decimal, discount: Discount | null): Decimal {
  if (!discount || !('percent' in discount)) return value;
  const off = decimal(discount.percent);
  const left = { units: 100n * pow10(off.scale) - off.units, scale: off.scale + 2 };
  return multiply(value, left);
}
