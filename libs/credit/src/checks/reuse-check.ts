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
  /** A hard hold forbids the request. */
  readonly isHardHeld: boolean;
}

/** The latest check of the document itself, and that of the document it was made from. */
export interface KnownChecks {
  readonly own: CreditCheck | undefined;
  readonly ofBasis: CreditCheck | undefined;
}

/** How much of what was decided before counts. */
export interface ReuseRule {
  /** What of approvals: `overridden`, that of the document's own check alone. */
  readonly approvals: 'all' | 'overridden' | 'none';
  /** A document that asks for more than its check was about is asked about anew. */
  readonly grownAnew: boolean;
}

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
 * Whether what was decided by a check is decided about the document as it is now: whatever its
 * total is by now, or where growth is asked about anew, for as much as was asked for and less. In
 * another currency it is another question.
 */
export function decidesAbout(
  check: Pick<CreditCheck, 'documentAmount' | 'documentCurrency'>,
  asked: AmountAsked,
  { grownAnew }: Pick<ReuseRule, 'grownAnew'>,
): boolean {
  return grownAnew ? covers(check, asked) : check.documentCurrency === asked.currency;
}

/**
 * The check that counts without another one being run; undefined where one is to be run.
 * An override was given in knowledge of the rejection: an order may be confirmed by that of its own
 * check though it is checked afresh, or it would be rejected for ever. That goes as far as what was
 * overridden.
 */
export function checkThatCounts(
  { own, ofBasis }: KnownChecks,
  now: FactsNow,
  rule: ReuseRule,
): CreditCheck | undefined {
  if (own?.status === 'pending' || own?.status === 'awaiting_approval') return own;
  const isApproved = (each: CreditCheck | undefined, grownAnew: boolean) =>
    each?.status === 'approved' && decidesAbout(each, now.asked, { grownAnew });
  const { approvals, grownAnew } = rule;
  const isOverridden = approvals === 'overridden' && own?.outcome !== 'approved';
  if (isOverridden && isApproved(own, true)) return own;
  if (approvals === 'all' && isApproved(own, grownAnew)) return own;
  if (approvals === 'all' && isApproved(ofBasis, grownAnew)) return ofBasis;
  return own?.status === 'rejected' && !isWorthAnotherTry(own, now, rule) ? own : undefined;
}

/**
 * The limit was raised, or there is room for what is asked for now; where growth is asked about
 * anew, also more is asked for: an override would approve the smaller amount. What a hard hold
 * rejected is no matter of limits: it stays as long as one holds, and no longer.
 */
function isWorthAnotherTry(rejected: CreditCheck, now: FactsNow, rule: ReuseRule): boolean {
  const { creditLimit, exposure, requested, asked } = now;
  if (!decidesAbout(rejected, asked, rule)) return true;
  if (rejected.reasons.includes('hard_hold')) return !now.isHardHeld;
  if (creditLimit === null || creditLimit - exposure >= requested) return true;
  // In another currency it is another limit.
  if (rejected.currency !== now.currency) return true;
  return rejected.creditLimit !== null && creditLimit > rejected.creditLimit;
}
