import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { agreedTerms, type ItemOverrides } from '../plans/agreed-terms.js';
import type { PlanVersion } from '../plans/plan-version.description.js';
import { chargeIn, type MeterId, type PlanVersionId } from '../plans/plan-version.js';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import type { Aggregation } from '../usage/aggregate.js';
import { aggregationsOf, type ChargedUsage } from '../usage/charged-usage.js';
import { rateUsage, ratedTotal, type RatedLine } from '../usage/rate-usage.js';
import { looksAtEvents, usedIn } from '../usage/usage-of-period.js';

/** Usage of a subscription over days, by the charges of one version of a plan. */
export interface UsageToRate {
  readonly subscriptionId: SubscriptionId;
  readonly currency: Currency;
  readonly planVersionId: PlanVersionId;
  /** What was agreed instead of what the version asks. */
  readonly overrides: ItemOverrides | null;
  readonly start: LocalDate;
  readonly until: LocalDate;
}

/** What one charge comes to. */
export interface RatedChargeLines {
  readonly name: string;
  readonly lines: readonly RatedLine[];
}

/** Usage over days as it is rated now. */
export interface RatedSpan {
  readonly charges: readonly RatedChargeLines[];
  /** Minor units. */
  readonly amount: bigint;
  /** Another number tells that something has come in or was taken back since. */
  readonly revision: bigint;
}

const NOTHING: RatedSpan = { charges: [], amount: 0n, revision: 0n };

/**
 * Rates usage of any number of subscriptions, in the order of what is asked, in a few statements.
 * @param asOf levels count until then; null: until the end of the days
 */
export async function rateUsageOver(
  tx: Tx,
  asked: readonly UsageToRate[],
  versions: ReadonlyMap<PlanVersionId, PlanVersion>,
  timeZone: string,
  asOf: Instant | null = null,
): Promise<readonly RatedSpan[]> {
  const kinds = await aggregationsOf(tx, metersOf(versions));
  const charged = asked.flatMap((ask, span) => chargesOf(ask, versions, { span, kinds }));
  const used = await usedIn(tx, charged, timeZone, asOf);
  const rated = asked.map((): { -readonly [K in keyof RatedSpan]: RatedSpan[K] } => NOTHING);
  charged.forEach(({ span, charge, currency, of }, i) => {
    const own = used[i];
    const before = rated[span] ?? NOTHING;
    const one = { name: of.name, lines: rateUsage(charge, own ?? { units: 0n }, currency) };
    const { lines } = one;
    rated[span] = {
      charges: before === NOTHING ? [one] : [...before.charges, one],
      amount: before.amount + ratedTotal(lines),
      revision: before.revision + (own?.revision ?? 0n),
    };
  });
  return rated;
}

function metersOf(versions: ReadonlyMap<PlanVersionId, PlanVersion>): MeterId[] {
  return [...versions.values()].flatMap(({ charges }) => charges.map(({ meterId }) => meterId));
}

/** A charge of what was asked at a place. */
type ChargeOfSpan = ChargedUsage & { readonly span: number; readonly currency: Currency };

/** What is charged of usage, as one object each: a run has one for each of its invoices. */
function chargesOf(
  { planVersionId, overrides, currency, subscriptionId, start, until }: UsageToRate,
  versions: ReadonlyMap<PlanVersionId, PlanVersion>,
  { span, kinds }: { readonly span: number; readonly kinds: ReadonlyMap<MeterId, Aggregation> },
): ChargeOfSpan[] {
  const version = versions.get(planVersionId);
  if (!version) return [];
  const found: ChargeOfSpan[] = [];
  for (const of of agreedTerms(version, overrides, currency).charges) {
    const charge = chargeIn(of, currency);
    if (!charge) continue;
    const { meterId } = of;
    const aggregation = kinds.get(meterId) ?? 'sum';
    const eachEvent = looksAtEvents(charge);
    found.push({
      subscriptionId,
      meterId,
      aggregation,
      start,
      until,
      eachEvent,
      of,
      charge,
      span,
      currency,
    });
  }
  return found;
}
