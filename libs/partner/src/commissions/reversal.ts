import { divideRounded, minOf } from '@quittance/money';
import { atPercent } from './target.js';

/** A commission that was earned, with what is left of it behind what was taken back. */
export interface StandingEntry {
  readonly id: string;
  /** Net in the currency of the invoice. */
  readonly base: bigint;
  readonly baseLeft: bigint;
  /** Percent. */
  readonly rate: string;
  /** In the currency of the invoice. */
  readonly amount: bigint;
  readonly amountLeft: bigint;
  /** Base and commission in the currency that is paid out. */
  readonly payoutBase: bigint;
  readonly payoutBaseLeft: bigint;
  readonly payout: bigint;
  readonly payoutLeft: bigint;
}

/** What is taken back of one entry, each above zero or zero. */
export interface Reversal {
  readonly of: StandingEntry;
  readonly base: bigint;
  readonly amount: bigint;
  readonly payoutBase: bigint;
  readonly payout: bigint;
}

/**
 * Takes a commission back from the newest entry on, each at the rate of exchange at which it was
 * earned: what is left of its payout is what the rest of its amount comes to, so that an entry
 * taken back in parts comes to nothing exactly.
 * @param base what of the net is not paid any more
 */
export function reverseAmount(
  newestFirst: readonly StandingEntry[],
  amount: bigint,
  base: bigint,
): Reversal[] {
  const found: Reversal[] = [];
  let [left, baseLeft] = [amount, base];
  for (const of of newestFirst) {
    if (left <= 0n) break;
    const taken = minOf(left, of.amountLeft);
    if (taken <= 0n) continue;
    const rest = of.amountLeft - taken;
    const part = (whole: bigint) => divideRounded(whole * rest, of.amount);
    const whole = rest === 0n;
    const baseTaken = whole ? of.baseLeft : minOf(baseLeft, of.baseLeft);
    found.push({
      of,
      base: baseTaken,
      amount: taken,
      payoutBase: of.payoutBaseLeft - (whole ? 0n : part(of.payoutBase)),
      payout: of.payoutLeft - (whole ? 0n : part(of.payout)),
    });
    left -= taken;
    baseLeft -= baseTaken;
  }
  return found;
}

/**
 * Takes a base back from the newest slice on, each at its own rate: what is left of a slice earns
 * what its rest does.
 */
export function reverseBase(newestFirst: readonly StandingEntry[], base: bigint): Reversal[] {
  const found: Reversal[] = [];
  let left = base;
  for (const of of newestFirst) {
    if (left <= 0n) break;
    const taken = minOf(left, of.baseLeft);
    if (taken <= 0n) continue;
    const rest = of.baseLeft - taken;
    const baseRest = rest === 0n ? 0n : divideRounded(of.payoutBase * rest, of.base);
    const payout = of.payoutLeft - atPercent(baseRest, of.rate);
    const amount = of.amountLeft - atPercent(rest, of.rate);
    found.push({ of, base: taken, amount, payoutBase: of.payoutBaseLeft - baseRest, payout });
    left -= taken;
  }
  return found;
}
