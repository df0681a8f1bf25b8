import { sumOf } from '@quittance/money';
import type { Part } from './money-of-invoice.js';
import { reverseAmount, reverseBase, type Reversal, type StandingEntry } from './reversal.js';
import { baseOf, atPercent, dueAtRate } from './target.js';
import { cutByTiers, rateAt, type CommissionTier } from './tiers.js';

/** What is newly earned, in the currency of the invoice and in that which is paid out. */
export interface Earning {
  readonly base: bigint;
  /** Percent. */
  readonly rate: string;
  readonly amount: bigint;
  readonly payoutBase: bigint;
  readonly payout: bigint;
}

/** What a step of money comes to for a line of a plan: one of the two. */
export interface Booking {
  readonly earned: readonly Earning[];
  readonly reversed: readonly Reversal[];
}

/** A line of a plan as it applies to an invoice, and what was booked of it so far. */
export interface LineAccount {
  /** What of the invoice's net it is for. */
  readonly eligible: bigint;
  /** What stands, the newest first. */
  readonly standing: readonly StandingEntry[];
}

/** Minor units of the invoice's currency as those that are paid out, at the rate of a day. */
export type ToPayout = (minor: bigint) => bigint;

/** What follows at one rate from how far an invoice is paid now. */
export function bookAtRate(
  { eligible, standing }: LineAccount,
  part: Part,
  rate: string,
  toPayout: ToPayout,
): Booking {
  const target = dueAtRate(eligible, part, rate);
  const amount = target.amount - sumOf(standing.map(({ amountLeft }) => amountLeft));
  const base = target.base - sumOf(standing.map(({ baseLeft }) => baseLeft));
  if (amount > 0n) {
    const payout = { payoutBase: toPayout(base), payout: toPayout(amount) };
    return { earned: [{ base: notBelow(base), rate, amount, ...payout }], reversed: [] };
  }
  if (amount === 0n) return NOTHING;
  return { earned: [], reversed: reverseAmount(standing, -amount, notBelow(-base)) };
}

/** Tiers with where the base of their period stands. */
export interface TierAccount {
  readonly tiers: readonly CommissionTier[];
  readonly counter: bigint;
  readonly mode: 'marginal' | 'whole';
}

/**
 * The same by tiers: what is newly paid is cut where the base of the period crosses, and each part
 * rounds; where all of a period has one rate, it is that which it comes to with this.
 */
export function bookByTiers(
  { eligible, standing }: LineAccount,
  part: Part,
  { tiers, counter, mode }: TierAccount,
  toPayout: ToPayout,
): Booking {
  const base = baseOf(eligible, part) - sumOf(standing.map(({ baseLeft }) => baseLeft));
  if (base === 0n) return NOTHING;
  if (base < 0n) return { earned: [], reversed: reverseBase(standing, -base) };
  const payoutBase = toPayout(base);
  const cuts =
    mode === 'whole'
      ? [{ base: payoutBase, rate: rateAt(tiers, counter + payoutBase) }]
      : cutByTiers(tiers, counter, payoutBase);
  let [baseLeft, cutLeft] = [base, payoutBase];
  const earned = cuts.map((cut) => {
    const own = cut.base === cutLeft ? baseLeft : (baseLeft * cut.base) / cutLeft;
    baseLeft -= own;
    cutLeft -= cut.base;
    const payout = atPercent(cut.base, cut.rate);
    return {
      base: own,
      rate: cut.rate,
      amount: atPercent(own, cut.rate),
      payoutBase: cut.base,
      payout,
    };
  });
  return { earned, reversed: [] };
}

/**
 * What all of a period earns more, or less, once its base has moved: what it comes to at its rate,
 * less what was booked. Nothing where the base grows within its tier. A base that falls is always
 * set right, for entries go back at the rate at which they were earned, and the period may have
 * another by now.
 */
export function topUp(
  tiers: readonly CommissionTier[],
  { from, to }: { readonly from: bigint; readonly to: bigint },
  booked: bigint,
): bigint {
  const rate = rateAt(tiers, to);
  return to >= from && rateAt(tiers, from) === rate ? 0n : atPercent(to, rate) - booked;
}

const NOTHING: Booking = { earned: [], reversed: [] };

function notBelow(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
