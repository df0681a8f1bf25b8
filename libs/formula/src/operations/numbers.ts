import { divideRounded, pow10, roundToScale, type Decimal } from '@quittance/money';
import { isNumber, type FormulaValue } from '../formula-value.js';
import {
  MAX_EXPONENT,
  MAX_FRACTION_DIGITS,
  MAX_POWER_DIGITS,
  MAX_WHOLE_DIGITS,
  QUOTIENT_DIGITS,
} from '../limits.js';

/**
 * Exact arithmetic within bounds: undefined where a result has too many digits before the point.
 */

export const ZERO: Decimal = { units: 0n, scale: 0 };
export const ONE: Decimal = { units: 1n, scale: 0 };

const DIGITS = /^([+-]?)(\d{0,30})(?:\.(\d{0,30}))?$/;
const LARGEST = Array.from(
  { length: MAX_FRACTION_DIGITS + 1 },
  (_, scale) => 10n ** BigInt(MAX_WHOLE_DIGITS + scale),
);

function size(units: bigint): bigint {
  return units < 0n ? -units : units;
}

/**
 * Plain decimal text with at most 30 digits either side of the point; undefined when it is none.
 */
export function parseNumber(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = ''] = DIGITS.exec(text) ?? [];
  if (sign === undefined || whole.length + fraction.length === 0) return undefined;
  const units = BigInt(whole + fraction);
  return { units: sign === '-' ? -units : units, scale: fraction.length };
}

/** The same number without zeros at its end. */
export function shortest(value: Decimal): Decimal {
  let { units, scale } = value;
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n;
    scale -= 1;
  }
  return scale === value.scale ? value : { units, scale };
}

/** Within 30 digits either side; digits behind that are rounded away. */
export function bounded(value: Decimal): Decimal | undefined {
  const fits =
    value.scale <= MAX_FRACTION_DIGITS
      ? value
      : { units: roundAt(value, MAX_FRACTION_DIGITS), scale: MAX_FRACTION_DIGITS };
  return size(fits.units) < (LARGEST[fits.scale] ?? 0n) ? fits : undefined;
}

/** Numbers of fields come with as many digits behind the point as arithmetic has room for. */
export function fieldValueOf(value: FormulaValue): FormulaValue {
  return isNumber(value) && value.scale > MAX_FRACTION_DIGITS ? (bounded(value) ?? null) : value;
}

/** `roundToScale` for scales beyond the powers that the kernel keeps. */
function roundAt({ units, scale }: Decimal, to: number): bigint {
  return divideRounded(units, 10n ** BigInt(scale - to));
}

/** Both numbers in units of the finer of their scales. */
function aligned(a: Decimal, b: Decimal): { left: bigint; right: bigint; scale: number } {
  if (a.scale === b.scale) return { left: a.units, right: b.units, scale: a.scale };
  const scale = Math.max(a.scale, b.scale);
  return {
    left: a.units * pow10(scale - a.scale),
    right: b.units * pow10(scale - b.scale),
    scale,
  };
}

export function compare(a: Decimal, b: Decimal): number {
  const { left, right } = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function plus(a: Decimal, b: Decimal): Decimal | undefined {
  const { left, right, scale } = aligned(a, b);
  return bounded({ units: left + right, scale });
}

export function minus(a: Decimal, b: Decimal): Decimal | undefined {
  return plus(a, negative(b));
}

export function negative({ units, scale }: Decimal): Decimal {
  return { units: -units, scale };
}

export function times(a: Decimal, b: Decimal): Decimal | undefined {
  return bounded({ units: a.units * b.units, scale: a.scale + b.scale });
}

export function hundredth({ units, scale }: Decimal): Decimal | undefined {
  return bounded({ units, scale: scale + 2 });
}

/** Rounded to 20 digits behind the point, half away from zero. The divisor is not zero. */
export function dividedBy(a: Decimal, b: Decimal): Decimal | undefined {
  const units = a.units * pow10(QUOTIENT_DIGITS) * 10n ** BigInt(b.scale);
  const quotient = divideRounded(units, b.units * 10n ** BigInt(a.scale));
  return bounded(shortest({ units: quotient, scale: QUOTIENT_DIGITS }));
}

/** The rest that takes the sign of the divisor, as in a spreadsheet. The divisor is not zero. */
export function remainder(a: Decimal, b: Decimal): Decimal {
  const { left, right, scale } = aligned(a, b);
  const rest = left % right;
  const other = rest !== 0n && rest < 0n !== right < 0n;
  return { units: other ? rest + right : rest, scale };
}

function wholeDigits(units: bigint): number {
  return size(units).toString().length;
}

/** A whole number within ± `most`; undefined for any other. */
export function smallWhole(value: Decimal, most: number): number | undefined {
  const { units, scale } = shortest(value);
  return scale === 0 && size(units) <= BigInt(most) ? Number(units) : undefined;
}

/** How many digits an exact power has before it is rounded: what it costs. */
export function powerDigits(base: Decimal, exponent: number): number {
  return wholeDigits(shortest(base).units) * Math.abs(exponent);
}

/**
 * Exact, then rounded like every result; a negative exponent divides. Undefined beyond the digits
 * that fit, beyond an exponent of 1,000, and for powers of more than 1,000 digits. The base is not
 * zero.
 */
export function power(base: Decimal, exponent: number): Decimal | undefined {
  const { units, scale } = shortest(base);
  const size = Math.abs(exponent);
  if (size > MAX_EXPONENT || powerDigits(base, exponent) > MAX_POWER_DIGITS) return undefined;
  const raised = units ** BigInt(size);
  if (exponent >= 0) return bounded({ units: raised, scale: scale * size });
  const one = pow10(QUOTIENT_DIGITS) * 10n ** BigInt(scale * size);
  return bounded(shortest({ units: divideRounded(one, raised), scale: QUOTIENT_DIGITS }));
}

export type DecimalRounding = 'nearest' | 'up' | 'down' | 'ceiling' | 'floor';

/**
 * Division of integers, the divisor positive; `up` is away from zero, `nearest` half away from it.
 */
function divided(dividend: bigint, divisor: bigint, rounding: DecimalRounding): bigint {
  if (rounding === 'nearest') return divideRounded(dividend, divisor);
  const whole = dividend / divisor;
  if (whole * divisor === dividend || rounding === 'down') return whole;
  const away = rounding === 'up' || (rounding === 'floor') === dividend < 0n;
  if (!away) return whole;
  return dividend < 0n ? whole - 1n : whole + 1n;
}

/** To so many digits behind the point; negative digits round to tens, hundreds … */
export function rounded(
  value: Decimal,
  digits: number,
  rounding: DecimalRounding,
): Decimal | undefined {
  if (digits >= value.scale) return value;
  const units = divided(value.units, 10n ** BigInt(value.scale - digits), rounding);
  return bounded(
    digits >= 0 ? { units, scale: digits } : { units: units * 10n ** BigInt(-digits), scale: 0 },
  );
}

/** To a multiple of a positive number. */
export function toMultiple(
  value: Decimal,
  of: Decimal,
  rounding: DecimalRounding,
): Decimal | undefined {
  const { left, right, scale } = aligned(value, of);
  return bounded({ units: divided(left, right, rounding) * right, scale });
}

/** The whole part, towards zero. */
export function wholePart({ units, scale }: Decimal): bigint {
  return units / pow10(scale);
}

/** The nearest whole number of milliseconds in so many days. */
export function daysToMs(days: Decimal): bigint {
  return roundToScale({ units: days.units * 86_400_000n, scale: days.scale }, 0);
}

export function numberOf(whole: number | bigint): Decimal {
  return { units: BigInt(whole), scale: 0 };
}
