import { decimal, divideRounded, pow10 } from '@quittance/money';
import type { Part } from './money-of-invoice.js';

/** What is due for a line of a plan, as an invoice is paid now. */
export interface Target {
  /** The net that was paid, rounded once. */
  readonly base: bigint;
  /** The commission on it, rounded once from the exact base. */
  readonly amount: bigint;
}

/**
 * What is due at one rate: `rate × eligible × paid ÷ total`, exact until it is rounded. What is due
 * less what was booked is the next entry, so that parts add up to the whole.
 * @param rate percent, as decimal text
 */
export function dueAtRate(eligible: bigint, part: Part, rate: string): Target {
  const { units, scale } = decimal(rate);
  return {
    base: baseOf(eligible, part),
    amount: divideRounded(eligible * part.paid * units, part.of * 100n * pow10(scale)),
  };
}

/** The net that was paid. */
export function baseOf(eligible: bigint, { paid, of }: Part): bigint {
  return divideRounded(eligible * paid, of);
}

/** So much percent of an amount, rounded once. */
export function atPercent(amount: bigint, rate: string): bigint {
  const { units, scale } = decimal(rate);
  return divideRounded(amount * units, 100n * pow10(scale));
}
