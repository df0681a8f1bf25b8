import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { agreedTerms, type ItemOverrides } from '../plans/agreed-terms.js';
import type { PlanVersion } from '../plans/plan-version.description.js';
import { chargeIn, type MeterId, type PlanVersionId } from '../plans/plan-version.js';
import type { Grid } from '../subscriptions/grid.js';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import type { Aggregation } from '../usage/aggregate.js';
import { aggregationsOf } from '../usage/charged-usage.js';
import { ratedTotal, ratingOf, type RatedLine, type Used } from '../usage/rate-usage.js';
import {
  countedUntil,
  countsBehindService,
  isBehindService,
  looksAtEvents,
  usedIn,
  type UsageAsk,
} from '../usage/usage-of-period.js';

/** Usage of a subscription over days, by the charges of one version of a plan. */
export interface UsageToRate {
  readonly subscriptionId: SubscriptionId;
  readonly currency: Currency;
  readonly planVersionId: PlanVersionId;
  /** What was agreed instead of what the version asks. */
  readonly overrides: ItemOverrides | null;
  readonly start: LocalDate;
  readonly until: LocalDate;
  /** The periods of the subscription. */
  readonly grid: Grid;
  /** The first day without service, where it has ended: what was taken on it counts as well. */
  readonly endedOn: LocalDate | null;
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

const NOT_USED: Used = { units: 0n };
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
  const agreed = new AgreedCharges(versions, kinds);
  const charged: ChargeOfSpan[] = [];
  for (let span = 0; span < asked.length; span += 1) {
    const { subscriptionId, start, until, grid, endedOn } = asked[span] as UsageToRate;
    for (const each of agreed.of(asked[span] as UsageToRate)) {
      const { meterId, aggregation, eachEvent } = each;
      charged.push({
        subscriptionId,
        meterId,
        aggregation,
        start,
        until: countedUntil(until, endedOn, aggregation),
        grid,
        eachEvent,
        agreed: each,
        span,
      });
    }
  }
  const used = await usedIn(tx, charged, timeZone, asOf);
  const rated = asked.map((): { -readonly [K in keyof RatedSpan]: RatedSpan[K] } => NOTHING);
  charged.forEach(({ span, aggregation, agreed: { name, rate } }, i) => {
    const own = used[i];
    const before = rated[span] ?? NOTHING;
    const { start, endedOn } = asked[span] as UsageToRate;
    const { units } = own ?? NOT_USED;
    const isAsked = !isBehindService(start, endedOn) || countsBehindService(aggregation, units);
    const lines = isAsked ? rate(own ?? NOT_USED) : [];
    const one = { name, lines };
    const [amount, revision] = [ratedTotal(lines), own?.revision ?? 0n];
    rated[span] =
      before === NOTHING
        ? { charges: [one], amount, revision }
        : {
            charges: [...before.charges, one],
            amount: before.amount + amount,
            revision: before.revision + revision,
          };
  });
  return rated;
}

function metersOf(versions: ReadonlyMap<PlanVersionId, PlanVersion>): MeterId[] {
  return [...versions.values()].flatMap(({ charges }) => charges.map(({ meterId }) => meterId));
}

/** A charge as it is agreed in a currency. */
interface AgreedCharge {
  readonly meterId: MeterId;
  readonly aggregation: Aggregation;
  readonly eachEvent: boolean;
  readonly name: string;
  readonly rate: ReturnType<typeof ratingOf>;
}

/** A charge of what was asked at a place: a run has one for each of its invoices. */
interface ChargeOfSpan extends UsageAsk {
  readonly span: number;
  readonly agreed: AgreedCharge;
}

type Asked = Pick<UsageToRate, 'planVersionId' | 'overrides' | 'currency'>;

/** What is charged of usage: worked out once for all that have the terms of a version. */
class AgreedCharges {
  private readonly known = new Map<PlanVersion, Map<Currency, readonly AgreedCharge[]>>();

  constructor(
    private readonly versions: ReadonlyMap<PlanVersionId, PlanVersion>,
    private readonly kinds: ReadonlyMap<MeterId, Aggregation>,
  ) {}

  of({ planVersionId, overrides, currency }: Asked): readonly AgreedCharge[] {
    const version = this.versions.get(planVersionId);
    if (!version) return [];
    if (overrides !== null) return this.agreed(agreedTerms(version, overrides, currency), currency);
    const known = this.known.get(version) ?? new Map<Currency, readonly AgreedCharge[]>();
    const found = known.get(currency) ?? this.agreed(version, currency);
    this.known.set(version, known.set(currency, found));
    return found;
  }

  private agreed({ charges }: Pick<PlanVersion, 'charges'>, currency: Currency): AgreedCharge[] {
    return charges.flatMap((of) => {
      const charge = chargeIn(of, currency);
      if (!charge) return [];
      const { meterId, name } = of;
      const aggregation = this.kinds.get(meterId) ?? 'sum';
      const [eachEvent, rate] = [looksAtEvents(charge), ratingOf(charge, currency)];
      return [{ meterId, aggregation, eachEvent, name, rate }];
    });
  }
}
