import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { addDays, type LocalDate } from '@quittance/calendar';
import { Database, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { formatMinor, sumOf } from '@quittance/money';
import { chargeIn, type MeterId, type PlanCharge } from '../plans/plan-version.js';
import { planVersions } from '../plans/plan-version.queries.js';
import { noOpenPeriod } from '../subscriptions/subscription.errors.js';
import {
  readSubscription,
  type WholeSubscription,
} from '../subscriptions/subscription.repository.js';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import { billedPeriod } from '../subscriptions/subscription.view.js';
import type { Aggregation } from './aggregate.js';
import type { Charge } from './charge.js';
import { rateUsage, ratedTotal, type RatedLine } from './rate-usage.js';
import { unitsText } from './units.js';
import { looksAtEvents, usedIn, type UsageAsk } from './usage-of-period.js';

/** By primary key. */
const AGGREGATIONS = sql(`select m.id, m.aggregation from sales.meter m
  where m.company_id = $1 and m.id = any($2::uuid[])`);

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

  /** @throws DomainError not_found, no_open_period */
  execute(ctx: Ctx, id: SubscriptionId, on?: LocalDate): Promise<RatedUsage> {
    return this.db.read(ctx, async (tx) => {
      const [whole, terms] = await Promise.all([readSubscription(tx, id), readCompanyTerms(tx)]);
      const day = on ?? companyToday(terms, ctx.now);
      const period = billedPeriod(whole.subscription, day);
      if (!period) throw noOpenPeriod({ day });
      const { currency } = whole.subscription;
      const charged = await chargesIn(tx, whole, period);
      const used = await usedIn(tx, id, charged, terms.timeZone);
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

type ChargedUsage = UsageAsk & { readonly of: PlanCharge; readonly charge: Charge };

/**
 * The charges of the plans that items are of, each over the days on which the item holds: a change
 * splits the period, and each side has whole tiers of its own.
 */
async function chargesIn(
  tx: Tx,
  { subscription, items }: WholeSubscription,
  { start, until }: { readonly start: LocalDate; readonly until: LocalDate },
): Promise<readonly ChargedUsage[]> {
  const within = items.filter(
    ({ validFrom, validTo }) => validFrom < until && (validTo === null || validTo > start),
  );
  const versions = await planVersions(tx, [
    ...new Set(within.map(({ planVersionId }) => planVersionId)),
  ]);
  const all = within.flatMap(({ planVersionId, validFrom, validTo }) =>
    (versions.get(planVersionId)?.charges ?? []).flatMap((of) => {
      const charge = chargeIn(of, subscription.currency);
      if (!charge) return [];
      const from = validFrom > start ? validFrom : start;
      const to = validTo !== null && validTo < until ? validTo : until;
      return [{ of, charge, meterId: of.meterId, start: from, until: to }];
    }),
  );
  const meterIds = [...new Set(all.map(({ meterId }) => meterId))];
  const rows = await tx.rows<{ id: MeterId; aggregation: Aggregation }>(AGGREGATIONS, [
    tx.ctx.companyId,
    meterIds,
  ]);
  const kinds = new Map(rows.map(({ id, aggregation }) => [id, aggregation]));
  return all.map((each) => ({
    ...each,
    aggregation: kinds.get(each.meterId) ?? 'sum',
    eachEvent: looksAtEvents(each.charge),
  }));
}
