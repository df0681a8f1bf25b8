import { formatUnits, pow10, trimDecimal, type Decimal } from '@quittance/money';
import { fine, wrong, type Reading } from './field-kind.js';

export const MAX_PRECISION = 28;
export const MAX_SCALE = 10;

const PLAIN = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/;

/**
 * The exact value of decimal text, or of a JSON number that has one. More digits than the kernel's
 * decimals have, as fields keep up to 28. Undefined when it is none.
 */
export function exactDecimal(value: unknown): Decimal | undefined {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return undefined;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > 64) return undefined;
  const [, sign = '', integer, fraction = ''] = PLAIN.exec(text) ?? [];
  if (integer === undefined) return undefined;
  const digits = fraction.replace(/0+$/, '');
  const units = BigInt(integer + digits);
  return { units: sign === '-' ? -units : units, scale: digits.length };
}

/**
 * Reads a decimal and refuses what is no number; wrong scale is the caller's question.
 * @param what as a refusal names it
 */
export function readDecimal(
  value: unknown,
  what = 'a plain decimal such as "12.50"',
): Reading<Decimal> {
  if (typeof value !== 'number' && typeof value !== 'string') {
    return wrong('type', `must be ${what}`);
  }
  const exact = exactDecimal(value);
  return exact ? fine(exact) : wrong('format', `must be ${what}`);
}

/** Canonical text: no zeros that say nothing, no negative zero. */
export function decimalText({ units, scale }: Decimal): string {
  return trimDecimal(formatUnits(units, scale));
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const [left, right] = [a, b].map((each) => each.units * pow10(scale - each.scale)) as [
    bigint,
    bigint,
  ];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Digits before the point. */
export function integerDigits({ units, scale }: Decimal): number {
  const whole = (units < 0n ? -units : units) / pow10(scale);
  return whole === 0n ? 0 : whole.toString().length;
}
