import { CURRENCIES, currencyDigits, parseDecimal, pow10 } from '@quittance/money';
import type { Bind } from './list-definition.js';

const MOST = 2n ** 63n - 1n;
const USUAL_DIGITS = 2;
const DIGITS = [0, 2, 3, 4] as const;

/**
 * Currencies without two digits; a literal list of this length is looked up by hash, once per row.
 */
const UNUSUAL = CURRENCIES.filter((code) => currencyDigits(code) !== USUAL_DIGITS)
  .map((code) => `'${code}'`)
  .join(',');

/** Which way an amount goes that the currency cannot express: 10.005 in cents. */
export type Rounding = 'floor' | 'ceil' | 'none';

/**
 * Minor units of a decimal at a currency's digits; null when it has none and may not be rounded.
 */
export function minorUnits(text: string, digits: number, rounding: Rounding): string | null {
  const { units, scale } = parseDecimal(text) ?? { units: 0n, scale: 0 };
  if (scale <= digits) return clamp(units * pow10(digits - scale)).toString();
  const divisor = pow10(scale - digits);
  const whole = units / divisor;
  if (whole * divisor === units) return clamp(whole).toString();
  if (rounding === 'none') return null;
  const below = units < 0n ? whole - 1n : whole;
  return clamp(rounding === 'floor' ? below : below + 1n).toString();
}

function clamp(minor: bigint): bigint {
  return minor > MOST ? MOST : minor < -MOST ? -MOST : minor;
}

/**
 * The minor units an amount in major units stands for, in the currency of each row. Comparing
 * integers is what keeps a filter over 100,000 rows cheap; `major_units` per row costs ten times
 * it.
 */
export function thresholdOf(
  text: string,
  rounding: Rounding,
  currency: string,
  known: string | undefined,
  bind: Bind,
): string {
  const at = (digits: number) => `${bind(minorUnits(text, digits, rounding))}::bigint`;
  if (known !== undefined) return at(currencyDigits(known));
  const usual = at(USUAL_DIGITS);
  const others = DIGITS.filter((digits) => digits !== USUAL_DIGITS)
    .map((digits) => `when ${digits} then ${at(digits)}`)
    .join(' ');
  const unusual = `case public.currency_digits(${currency}) ${others} else ${usual} end`;
  return `case when ${currency} in (${UNUSUAL}) then ${unusual} else ${usual} end`;
}

/** An expression that orders amounts of several currencies by their major units. */
export function majorOrder(minor: string, currency: string, known: string | undefined): string {
  if (known !== undefined) return minor;
  return `(case when ${currency} in (${UNUSUAL}) then public.major_units(${minor}, ${currency})
    else ${minor} / 100::numeric end)`;
}
