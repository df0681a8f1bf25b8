import type { Currency } from '@quittance/money';
import { atPercent } from '../commissions/target.js';
import type { CommissionPlan, CountedSince } from './commission-plan.js';
import { lineKey, tiersOf, type PlanLine } from './plan-line.js';

/** What a plan says of how its tiers are counted. */
export type TierTerms = Pick<CommissionPlan, 'lines' | 'currency' | 'tierPeriod' | 'tierMode'>;

/**
 * Since which version each line by tiers is counted as it is: since this one where it is new or its
 * tiers, their period, their way or the currency are others than before. So what is sold from now
 * on neither moves nor tops up what was sold before, and no base is in two currencies.
 * @param known of the version before
 */
export function countedSince(
  before: TierTerms,
  after: TierTerms & { readonly version: number },
  known: CountedSince,
): CountedSince {
  const was = new Map(before.lines.map((line) => [lineKey(line), termsOf(line, before)]));
  const since: Record<string, number> = {};
  for (const line of after.lines) {
    const key = lineKey(line);
    const now = termsOf(line, after);
    const version = was.get(key) === now ? known[key] : after.version;
    if (now !== null && version !== undefined) since[key] = version;
  }
  return since;
}

/** By what a line is counted, as one text; null where it has one rate. */
function termsOf(line: PlanLine, { currency, tierPeriod, tierMode }: TierTerms): string | null {
  const tiers = tiersOf(line, currency as Currency);
  if (!tiers) return null;
  const said = tiers.map(({ upTo, rate }) => [String(upTo), String(atPercent(MILLIONTHS, rate))]);
  return JSON.stringify([currency, tierPeriod, tierMode, said]);
}

/** Of which each rate is a whole number: a rate has six decimals at most. */
const MILLIONTHS = 100_000_000n;
