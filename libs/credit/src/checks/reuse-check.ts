import type { CreditCheck } from './credit-check.js';

/** What may make a check that was rejected worth another try. */
export interface FactsNow {
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

/**
 * The check that counts without another one being run; undefined where one is to be run.
 * @param mayReuse whether what was approved before counts
 */
export function checkThatCounts(
  { own, ofBasis }: KnownChecks,
  now: FactsNow,
  mayReuse: boolean,
): CreditCheck | undefined {
  if (own?.status === 'pending' || own?.status === 'awaiting_approval') return own;
  if (mayReuse && own?.status === 'approved') return own;
  if (mayReuse && ofBasis?.status === 'approved') return ofBasis;
  return own?.status === 'rejected' && !isWorthAnotherTry(own, now) ? own : undefined;
}

/** The limit was raised, or there is room for what is asked for now. */
function isWorthAnotherTry(rejected: CreditCheck, now: FactsNow): boolean {
  const { creditLimit, exposure, requested } = now;
  if (creditLimit === null || creditLimit - exposure >= requested) return true;
  // In another currency it is another limit.
  if (rejected.currency !== now.currency) return true;
  return rejected.creditLimit !== null && creditLimit > rejected.creditLimit;
}
