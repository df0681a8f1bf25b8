import { formatUnits } from '@quittance/money';
import type { CreditOutcome, CreditReason, RiskInputs } from './credit-check.js';
import type { CreditHold } from '../holds/credit-hold.js';

/** What a check is decided by: minor units of the credit currency. */
export interface CheckFacts {
  /** Null is no limit; 0 is a real zero. */
  readonly creditLimit: bigint | null;
  readonly exposure: bigint;
  readonly requested: bigint;
  /** The holds that are placed, their amounts in the credit currency. */
  readonly holds: readonly Pick<CreditHold, 'strength' | 'amount'>[];
  /** Checks of the last 90 days that were not simply approved. */
  readonly badChecks: number;
}

/** What a check comes to, with all that it is made of. */
export interface CheckVerdict {
  readonly outcome: CreditOutcome;
  readonly reasons: readonly CreditReason[];
  /** Null without a limit. */
  readonly available: bigint | null;
  readonly shortfall: bigint | null;
  readonly riskScore: number;
  readonly riskInputs: RiskInputs;
}

/** A shortfall of so much of the request at most is for a person to decide. */
const TOLERATED_PERCENT = 20n;
const SCORE_UNDER_HARD_HOLD = 100;
/** Utilisation above so many percent, and its points; the highest first. */
const UTILISATION_POINTS = [
  [90n, 35],
  [70n, 20],
  [50n, 10],
] as const;
const POINTS_OF_BAD_CHECK = 5;
const MOST_BAD_CHECK_POINTS = 20;

/** Whether a hold forbids the request: one with an amount only what takes the exposure above it. */
export function holds(
  { amount }: Pick<CreditHold, 'amount'>,
  { exposure, requested }: Pick<CheckFacts, 'exposure' | 'requested'>,
): boolean {
  return amount === null || exposure + requested > amount;
}

/** Decides by the table of the rules: the first line that holds. */
export function decideCheck(facts: CheckFacts): CheckVerdict {
  const { creditLimit, exposure, requested } = facts;
  const available = creditLimit === null ? null : creditLimit - exposure;
  const shortfall = available === null ? null : atLeastZero(requested - available);
  const riskInputs = riskOf(facts);
  const [outcome, reason] = firstThatHolds(facts, available, shortfall);
  const riskScore =
    reason === 'hard_hold'
      ? SCORE_UNDER_HARD_HOLD
      : riskInputs.utilisationPoints + riskInputs.badCheckPoints;
  return { outcome, reasons: [reason], available, shortfall, riskScore, riskInputs };
}

function firstThatHolds(
  facts: CheckFacts,
  available: bigint | null,
  shortfall: bigint | null,
): readonly [CreditOutcome, CreditReason] {
  const isHeld = (by: CreditHold['strength']) =>
    facts.holds.some((hold) => hold.strength === by && holds(hold, facts));
  if (isHeld('hard')) return ['rejected', 'hard_hold'];
  if (isHeld('soft')) return ['needs_approval', 'soft_hold'];
  if (available === null || shortfall === null) return ['approved', 'no_limit'];
  if (available >= facts.requested) return ['approved', 'within_limit'];
  return shortfall * 100n <= facts.requested * TOLERATED_PERCENT
    ? ['needs_approval', 'shortfall_within_tolerance']
    : ['rejected', 'shortfall'];
}

function riskOf({ creditLimit, exposure, requested, badChecks }: CheckFacts): RiskInputs {
  const used = exposure + requested;
  const isAbove = (percent: bigint) =>
    creditLimit === null ? false : used > 0n && used * 100n > creditLimit * percent;
  const points = UTILISATION_POINTS.find(([percent]) => isAbove(percent))?.[1] ?? 0;
  return {
    utilisation: utilisationOf(creditLimit, used),
    utilisationPoints: points,
    badChecks,
    badCheckPoints: Math.min(badChecks * POINTS_OF_BAD_CHECK, MOST_BAD_CHECK_POINTS),
  };
}

/** How much of a limit is used, in percent with two decimals, cut off; null without a limit or 0. */
export function utilisationOf(creditLimit: bigint | null, used: bigint): string | null {
  if (creditLimit === null || creditLimit === 0n) return null;
  return formatUnits((used * 10_000n) / creditLimit, 2);
}

const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount);
