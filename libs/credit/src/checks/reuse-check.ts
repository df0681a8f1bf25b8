import type { CreditCheck } from './credit-check.js';

/** What a document asks for, as it says so itself: gross, in minor units. */
export interface AmountAsked {
  readonly amount: bigint;
  readonly currency: CreditCheck['currency'];
}

/** What may make another check worth while. */
export interface FactsNow {
  readonly asked: AmountAsked;
  readonly currency: CreditCheck['currency'];
  readonly creditLimit: bigint | null;
  readonly exposure: bigint;
  readonly requested: bigint;
}

/** The latest check of the document itself, and that of the document it was made from. */
export interface KnownChecks {
  readonly own: CreditCheck | undefined;
  readonly ofBasis: CreditCheck | undefined;
}

/** What of approvals of before counts: `overridden`, that of the document's own check alone. */
export type ReusedApprovals = 'all' | 'overridden' | 'none';

/**
 * Whether a check was about as much as is asked for now, in the same currency. What the amounts
 * come to in the credit currency is no matter: exchange rates take nothing back.
 */
export function covers(
  { documentAmount, documentCurrency }: Pick<CreditCheck, 'documentAmount' | 'documentCurrency'>,
  { amount, currency }: AmountAsked,
): boolean {
  return documentCurrency === currency && documentAmount >= amount;
}

/**
 * The check that counts without another one being run; undefined where one is to be run.
 * What was approved counts for no more than was asked for, and so does what was rejected.
 * An override was given in knowledge of the rejection: an order may be confirmed by that of its own
 * check though it is checked afresh, or it would be rejected for ever.
 */
export function checkThatCounts(
  { own, ofBasis }: KnownChecks,
  now: FactsNow,
  reused: ReusedApprovals,
): CreditCheck | undefined {
  if (own?.status === 'pending' || own?.status === 'awaiting_approval') return own;
  const isApproved = (each?: CreditCheck) => each?.status === 'approved' && covers(each, now.asked);
  const counts = reused === 'all' || (reused === 'overridden' && own?.outcome !== 'approved');
  if (counts && isApproved(own)) return own;
  if (reused === 'all' && isApproved(ofBasis)) return ofBasis;
  return own?.status === 'rejected' && !isWorthAnotherTry(own, now) ? own : undefined;
}

/** More is asked for, the limit was raised, or there is room for what is asked for now. */
function isWorthAnotherTry(rejected: CreditCheck, now: FactsNow): boolean {
  const { creditLimit, exposure, requested, asked } = now;
  // An override of it would approve the smaller amount.
  if (!covers(rejected, asked)) return true;
  if (creditLimit === null || creditLimit - exposure >= requested) return true;
  // In another currency it is another limit.
  if (rejected.currency !== now.currency) return true;
  return rejected.creditLimit !== null && creditLimit > rejected.creditLimit;
}
