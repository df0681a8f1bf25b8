import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import {
  subscriptionGrid,
  subscriptionUsage,
  type BilledItem,
  type ChargedSpan,
  type RatedSpan,
} from '@quittance/sales';
import type { Schedule } from '../schedules/schedule.js';
import { readFacts } from '../subscriptions/read-facts.js';
import { positionOf, type SubscribedFacts } from '../subscriptions/subscribed-facts.js';
import { INTERIM_USAGE } from './interim.sql.js';
import { interimsWithin, reachedInterim, type InterimUsage } from './interim-usage.js';

/** Usage that has reached a threshold and that no invoice was made for. */
export interface ReachedUsage<Of extends Schedule> {
  readonly schedule: Of;
  readonly facts: SubscribedFacts;
  readonly span: ChargedSpan<BilledItem>;
  readonly rated: RatedSpan;
  readonly threshold: bigint;
  /** What is to be asked; minor units. */
  readonly amount: bigint;
  /** What was invoiced of the span before. */
  readonly before: readonly InterimUsage[];
}

/** What has reached something, and whose usage of today is to be looked at tomorrow. */
export interface UsageLook<Of extends Schedule> {
  readonly reached: readonly ReachedUsage<Of>[];
  readonly waiting: readonly Of[];
}

export interface Day {
  readonly today: LocalDate;
  readonly timeZone: string;
}

/**
 * What usage of the running periods has reached, in a few statements however many schedules of
 * subscriptions they are. What is true behind their locks stays so.
 */
export async function reachedUsage<Of extends Schedule>(
  tx: Tx,
  schedules: readonly Of[],
  { today, timeZone }: Day,
): Promise<UsageLook<Of>> {
  const facts = await readFacts(tx, schedules);
  const all = schedules.flatMap((schedule) => {
    const own = facts.get(schedule.id);
    return own ? watchedSpans(schedule, own, today).map((each) => ({ ...each, schedule })) : [];
  });
  const watched = all.filter(({ waits }) => !waits);
  const waiting = all.flatMap(({ waits, schedule }) => (waits ? [schedule] : []));
  if (watched.length === 0) return { reached: [], waiting };
  const since = watched.reduce((oldest, { span }) => {
    return span.start < oldest ? span.start : oldest;
  }, today);
  const scheduleIds = [...new Set(watched.map(({ schedule }) => schedule.id))];
  const [first] = watched;
  const asked = watched.map(({ schedule, facts: { currency, terms }, span }) => {
    const { item, start, until } = span;
    const { planVersionId, overrides } = item;
    const { grid } = terms;
    // Whatever is watched has a subscription.
    const subscriptionId = schedule.subscriptionId as BilledItem['subscriptionId'];
    // What has ended is not watched.
    const days = { start, until, grid, endedOn: null };
    return { subscriptionId, currency, planVersionId, overrides, ...days };
  });
  const [interims, rated] = await Promise.all([
    INTERIM_USAGE.rows<InterimUsage>(tx, { scheduleIds, since }),
    subscriptionUsage.rateOver(tx, asked, first?.facts.versions ?? new Map(), timeZone, tx.ctx.now),
  ]);
  const found = watched.flatMap(({ schedule, facts: own, span, thresholds }, i) => {
    const so = rated[i];
    if (!so) return [];
    const known = interims.filter(({ scheduleId }) => scheduleId === schedule.id);
    const reached = reachedInterim(span, so.amount, { thresholds, interims: known });
    if (!reached) return [];
    const before = interimsWithin(known, span).filter(
      ({ planVersionId }) => planVersionId === span.item.planVersionId,
    );
    return [{ schedule, facts: own, span, rated: so, before, ...reached }];
  });
  return { reached: found, waiting };
}

/** The days of today's period on which usage has thresholds, as far as they are not billed. */
function watchedSpans(schedule: Schedule, facts: SubscribedFacts, today: LocalDate) {
  const { terms, items, versions, currency } = facts;
  const isServed = terms.status === 'active' || terms.status === 'past_due';
  const isOver = terms.end !== null && today >= terms.end;
  if (!isServed || isOver || today < terms.billedFrom) return [];
  const { usageUntil } = positionOf(schedule);
  const whole = subscriptionGrid.periodOn(terms.grid, terms.billedFrom, today);
  const { start, until } = subscriptionGrid.endedBy(whole, terms.end) ?? whole;
  const from = start > usageUntil ? start : usageUntil;
  return subscriptionUsage.spans(items, { start: from, until }).flatMap((span) => {
    const version = versions.get(span.item.planVersionId);
    const thresholds = version ? subscriptionUsage.thresholds(version, currency) : [];
    if (thresholds.length === 0 || span.start > today || span.until <= today) return [];
    // A change of today may give way to another one: its usage is looked at with the day behind it.
    const waits = span.item.validFrom === today && today > terms.billedFrom;
    return [{ facts, span, thresholds, waits }];
  });
}
