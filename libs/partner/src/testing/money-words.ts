import { divideRounded, parseMinor } from '@quittance/money';
import type { ToPayout } from '../commissions/book-step.js';

/** Decimal text in euros as minor units. */
export function minor(text: string): bigint {
  const negative = text.startsWith('-');
  const amount = parseMinor(negative ? text.slice(1) : text, 'EUR');
  if (amount === undefined) throw new Error(`${text} is no amount`);
  return negative ? -amount : amount;
}

/** At a rate of exchange that is a fraction. */
export const convertedAt =
  (dividend: bigint, divisor: bigint): ToPayout =>
  (amount) =>
    divideRounded(amount * dividend, divisor);
