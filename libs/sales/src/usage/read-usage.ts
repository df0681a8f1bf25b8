import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { addDays, type LocalDate } from '@quittance/calendar';
import { Database, type Tx } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { formatMinor, sumOf, type Currency } from '@quittance/money';
import { agreedTerms } from '../plans/agreed-terms.js';
import { thresholdsIn, type MeterId } from '../plans/plan-version.js';
import { planVersions } from '../plans/plan-version.queries.js';
import { refuseFarDays } from '../sold-days.js';
import { noOpenPeriod } from '../subscriptions/subscription.errors.js';
import {
  readSubscription,
  type WholeSubscription,
} from '../subscriptions/subscription.repository.js';
import {
  SubscriptionFollowers,
  type InvoicedAhead,
} from '../subscriptions/subscription-followers.js';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import { endedAtOnce } from '../billed/billed-subscriptions.js';
import { billedPeriod, gridOf } from '../subscriptions/subscription.view.js';
import {
  chargesOver,
  usageSpans,
  withAggregations,
  type ChargedSpan,
  type ChargedUsage,
} from './charged-usage.js';
import { rateUsage, ratedTotal, type FewerForMore, type RatedLine } from './rate-usage.js';
import { unitsText } from './units.js';
import { countedUntil, countsBehindService, isBehindService, usedIn } from './usage-of-period.js';

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
  readonly lines: readonly ToldLine[];
}

/** A line as it would be asked by now. */
interface ToldLine extends Omit<RatedLine, 'amount' | 'fellFrom'> {
  readonly amount: string;
  /** Fewer units of a volume that would cost more; null where none would. */
  readonly fellFrom: { readonly quantity: string; readonly amount: string } | null;
}

/** An amount of usage that is invoiced once it is reached. */
export interface RatedThreshold {
  /** From which day of the period on usage counts. */
  readonly start: LocalDate;
  readonly amount: string;
  readonly reached: boolean;
  /** The invoice that was made once it, or a higher one, was reached. */
  readonly invoiceId: InvoiceId | null;
}

/** The usage of a period so far. */
export interface RatedUsage {
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
  readonly currency: string;
  readonly total: string;
  /** What of it was invoiced ahead of the end. */
  readonly invoiced: string;
  readonly charges: readonly RatedCharge[];
  readonly thresholds: readonly RatedThreshold[];
}

/** Rates the usage of the period in which a day lies, as far as it has come in. */
@Injectable()
export class ReadUsage {
  constructor(
    private readonly db: Database,
    private readonly followers: SubscriptionFollowers,
  ) {}

  /** @throws DomainError not_found, no_open_period, validation_failed */
  execute(ctx: Ctx, id: SubscriptionId, on?: LocalDate): Promise<RatedUsage> {
    refuseFarDays({ on });
    return this.db.read(ctx, async (tx) => {
      const [whole, terms] = await Promise.all([readSubscription(tx, id), readCompanyTerms(tx)]);
      const day = on ?? companyToday(terms, ctx.now);
      const period = usedPeriod(whole.subscription, day);
      if (!period) throw noOpenPeriod({ day });
      const { currency } = whole.subscription;
      const { spans, charged } = await chargesIn(tx, whole, period);
      const { endedOn } = whole.subscription;
      const asked = charged.map((each) => {
        return { ...each, until: countedUntil(each.until, endedOn, each.aggregation) };
      });
      const used = await usedIn(tx, asked, terms.timeZone);
      const rated = charged.map((each, i) => {
        const own = used[i] ?? { units: 0n };
        const isServed = !isBehindService(each.start, endedOn);
        const counts = isServed || countsBehindService(each.aggregation, own.units);
        const lines = counts ? rateUsage(each.charge, own, currency) : [];
        return { each, units: counts ? own.units : 0n, lines, amount: ratedTotal(lines) };
      });
      const since = period.start;
      const all = await this.followers.invoicedAhead(tx, id, since);
      const ahead = all.filter(({ startOn }) => startOn < period.until);
      const invoiced = sumOf(ahead.map((own) => (own.standing ? own.amount : 0n)));
      const thresholds = spans.flatMap((span, at) => {
        const own = rated.filter(({ each }) => each.span === at);
        const usage = sumOf(own.map(({ amount }) => amount));
        return ratedThresholds(span, { usage, ahead, currency });
      });
      return {
        periodStart: period.start,
        periodEnd: addDays(period.until, -1),
        currency,
        total: formatMinor(sumOf(rated.map(({ amount }) => amount)), currency),
        invoiced: formatMinor(invoiced, currency),
        charges: rated.map(({ each, units, lines, amount }) => ({
          key: each.of.key,
          name: each.of.name,
          meterId: each.meterId,
          start: each.start,
          end: addDays(each.until, -1),
          units: unitsText(units),
          included: each.of.included,
          amount: formatMinor(amount, currency),
          lines: lines.map((line) => toldLine(line, currency)),
        })),
        thresholds,
      };
    });
  }
}

function toldLine({ fellFrom, amount, ...line }: RatedLine, currency: Currency): ToldLine {
  const told = ({ quantity, amount: more }: FewerForMore) => {
    return { quantity, amount: formatMinor(more, currency) };
  };
  return {
    ...line,
    amount: formatMinor(amount, currency),
    fellFrom: fellFrom ? told(fellFrom) : null,
  };
}

/** The period of a day; of what ended on the first day that costs anything it is that day. */
function usedPeriod(
  subscription: WholeSubscription['subscription'],
  day: LocalDate,
): { readonly start: LocalDate; readonly until: LocalDate } | undefined {
  const isLast = day === subscription.endedOn && endedAtOnce(subscription);
  return isLast ? { start: day, until: addDays(day, 1) } : billedPeriod(subscription, day);
}

interface SpanWithTerms extends ChargedSpan {
  readonly thresholds: readonly bigint[];
}

function ratedThresholds(
  { item, start, until, thresholds }: SpanWithTerms,
  {
    usage,
    ahead,
    currency,
  }: {
    readonly usage: bigint;
    readonly ahead: readonly InvoicedAhead[];
    readonly currency: Currency;
  },
): RatedThreshold[] {
  const own = ahead.filter(
    ({ planVersionId, startOn }) =>
      planVersionId === item.planVersionId && startOn >= start && startOn < until,
  );
  return thresholds.map((threshold) => {
    const noted = own.find((each) => each.threshold >= threshold);
    const reached = noted !== undefined || usage >= threshold;
    const amount = formatMinor(threshold, currency);
    return { start, amount, reached, invoiceId: noted?.invoiceId ?? null };
  });
}

/** The charges of the plans that items are of, over the days on which they hold. */
async function chargesIn(
  tx: Tx,
  { subscription, items }: WholeSubscription,
  period: { readonly start: LocalDate; readonly until: LocalDate },
): Promise<{
  readonly spans: readonly SpanWithTerms[];
  readonly charged: readonly (ChargedUsage & { readonly span: number })[];
}> {
  const { id: subscriptionId, currency } = subscription;
  const spans = usageSpans(items, period);
  const grid = gridOf(subscription);
  const versions = await planVersions(tx, [
    ...new Set(spans.map(({ item }) => item.planVersionId)),
  ]);
  const asks = spans.flatMap(({ item, start, until }, span) => {
    const version = versions.get(item.planVersionId);
    const charges = version ? agreedTerms(version, item.overrides, currency).charges : [];
    return chargesOver(charges, currency, { subscriptionId, start, until, grid, span });
  });
  return {
    charged: await withAggregations(tx, asks),
    spans: spans.map((span) => {
      const version = versions.get(span.item.planVersionId);
      return { ...span, thresholds: version ? thresholdsIn(version, currency) : [] };
    }),
  };
}
