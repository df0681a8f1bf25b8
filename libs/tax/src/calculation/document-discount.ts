import {
  allocate,
  currencyDigits,
  divideRounded,
  parseDecimal,
  parseMinor,
  pow10,
  sumOf,
  type Currency,
} from '@quittance/money';
import { invalidField } from '@quittance/kernel';
import { amountOfLine, LARGEST_LINE } from './line-amount.js';
import type { Discount, PricingLine } from './pricing.js';

/**
 * What each line bears of a discount on the whole document, in minor units: a percentage of what
 * they come to, rounded once, or an amount, by largest remainder of what each comes to after its
 * own discount (ties to the earlier line). No line bears more than it comes to. Pure.
 * @throws DomainError validation_failed when a line is no number, the discount none, or above them
 */
export function spreadDiscount(
  lines: readonly PricingLine[],
  discount: Discount,
  currency: Currency,
): readonly bigint[] {
  const digits = currencyDigits(currency);
  const amounts = lines.map((line, i) => amountOfLine(line, i, currency, digits).amount);
  if (amounts.some((amount) => amount < 0n)) {
    const message = 'A discount on the whole document needs lines that come to nothing less.';
    throw invalidField('/discount', 'sign', message);
  }
  const whole = sumOf(amounts);
  const taken =
    'percent' in discount ? percentOf(whole, discount.percent) : atMost(whole, discount, currency);
  return amounts.length === 0 ? [] : allocate(taken, amounts);
}

function percentOf(whole: bigint, text: string): bigint {
  const percent = parseDecimal(text);
  if (!percent || percent.units < 0n || percent.units > 100n * pow10(percent.scale)) {
    throw invalidField('/discount/percent', 'range', 'percent must be from 0 to 100.');
  }
  return divideRounded(whole * percent.units, 100n * pow10(percent.scale));
}

function atMost(
  whole: bigint,
  { amount }: Exclude<Discount, { percent: string }>,
  currency: Currency,
): bigint {
  const taken = parseMinor(amount, currency);
  if (taken === undefined || taken < 0n) {
    const message = `amount must be zero or more, in ${currency}.`;
    throw invalidField('/discount/amount', 'amount', message);
  }
  if (taken > whole) {
    throw invalidField('/discount/amount', 'max', 'The discount is above what the lines come to.');
  }
  return taken;
}

/** What lines come to by themselves, and what each bears of a discount on all. */
export const lineAmounts = { of: amountOfLine, spreadDiscount, largest: LARGEST_LINE } as const;
