import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { addDays, type LocalDate } from '@quittance/calendar';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { formatMinor, sumOf } from '@quittance/money';
import type { MeterId } from '../plans/plan-version.js';
import { planVersions } from '../plans/plan-version.queries.js';
import { refuseFarDays } from '../sold-days.js';
import { noOpenPeriod } from '../subscriptions/subscription.errors.js';
import {
  readSubscription,
  type WholeSubscription,
} from '../subscriptions/subscription.repository.js';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import { billedPeriod } from '../subscriptions/subscription.view.js';
import { chargesOver, usageSpans, withAggregations, type ChargedUsage } from './charged-usage.js';
import { rateUsage, ratedTotal, type RatedLine } from './rate-usage.js';
import { unitsText } from './units.js';
import { usedIn } from './usage-of-period.js';

/** Usage of one charge over days, as it is rated now. */
export interface RatedCharge {
  readonly key: string;
  readonly name: string;
  readonly meterId: MeterId;
  readonly start: LocalDate;
  /** The last day. */
  readonly end: LocalDate;
  readonly units: string;
  readonly included: string | null;
  readonly amount: string;
  readonly lines: readonly (Omit<RatedLine, 'amount'> & { readonly amount: string })[];
}

/** The usage of a period so far. */
export interface RatedUsage {
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
  readonly currency: string;
  readonly total: string;
  readonly charges: readonly RatedCharge[];
}

/** Rates the usage of the period in which a day lies, as far as it has come in. */
@Injectable()
export class ReadUsage {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, no_open_period, validation_failed */
  execute(ctx: Ctx, id: SubscriptionId, on?: LocalDate): Promise<RatedUsage> {
    refuseFarDays({ on });
    return this.db.read(ctx, async (tx) => {
      const [whole, terms] = await Promise.all([readSubscription(tx, id), readCompanyTerms(tx)]);
      const day = on ?? companyToday(terms, ctx.now);
      const period = billedPeriod(whole.subscription, day);
      if (!period) throw noOpenPeriod({ day });
      const { currency } = whole.subscription;
      const charged = await chargesIn(tx, whole, period);
      const used = await usedIn(tx, charged, terms.timeZone);
      const rated = charged.map((each, i) => {
        const lines = rateUsage(each.charge, used[i] ?? { units: 0n }, currency);
        return { each, units: used[i]?.units ?? 0n, lines, amount: ratedTotal(lines) };
      });
      return {
        periodStart: period.start,
        periodEnd: addDays(period.until, -1),
        currency,
        total: formatMinor(sumOf(rated.map(({ amount }) => amount)), currency),
        charges: rated.map(({ each, units, lines, amount }) => ({
          key: each.of.key,
          name: each.of.name,
          meterId: each.meterId,
          start: each.start,
          end: addDays(each.until, -1),
          units: unitsText(units),
          included: each.of.included,
          amount: formatMinor(amount, currency),
          lines: lines.map((line) => ({ ...line, amount: formatMinor(line.amount, currency) })),
        })),
      };
    });
  }
}

/** The charges of the plans that items are of, over the days on which they hold. */
async function chargesIn(
  tx: Tx,
  { subscription, items }: WholeSubscription,
  period: { readonly start: LocalDate; readonly until: LocalDate },
): Promise<readonly ChargedUsage[]> {
  const { id: subscriptionId, currency } = subscription;
  const spans = usageSpans(items, period);
  const versions = await planVersions(tx, [
    ...new Set(spans.map(({ item }) => item.planVersionId)),
  ]);
  const asks = spans.flatMap(({ item, start, until }) => {
    const { charges = [] } = versions.get(item.planVersionId) ?? {};
    return chargesOver(charges, currency, { subscriptionId, start, until });
  });
  return withAggregations(tx, asks);
}
