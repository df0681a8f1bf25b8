import { daysBetween, type LocalDate } from '@quittance/calendar';
import { parseMinor, sumOf, type Currency } from '@quittance/money';
import {
  subscriptionGrid,
  subscriptionUsage,
  type BilledItem,
  type BilledSubscription,
  type PlanVersion,
  type ChargedSpan,
} from '@quittance/sales';
import type { Schedule } from '../schedules/schedule.js';
import type { BillingStep, FlatPeriod, SubscribedTerms } from './billing-step.js';
import { flatSegments } from './flat-lines.js';
import type { SubscribedPosition } from './subscribed-position.js';
import { keptIn, type KeptFlat } from './kept-flat.js';
import { activeParts, type ActivePart, type UsageFloor } from './usage-lines.js';

type Versions = ReadonlyMap<BilledItem['planVersionId'], PlanVersion>;

/** A subscription that a schedule bills, with all that its invoices are made of. */
export interface SubscribedFacts {
  readonly terms: SubscribedTerms;
  readonly items: readonly BilledItem[];
  readonly versions: Versions;
  readonly currency: Currency;
  /** The first day without service, once it has ended. */
  readonly endedOn: LocalDate | null;
  /** By which the customer knows it: its invoices say so. */
  readonly poNumber: string | null;
}

/** What of a subscription decides when it is billed. */
export function subscribedTerms(
  terms: BilledSubscription['terms'],
  items: readonly Pick<BilledItem, 'planVersionId' | 'overrides'>[],
  versions: Versions,
): SubscribedTerms {
  let charged = false;
  let graceDays = 0;
  for (const { planVersionId, overrides } of items) {
    const version = versions.get(planVersionId);
    if (overrides !== null) charged = true;
    if (!version) continue;
    if (version.charges.length + version.minimums.length > 0) charged = true;
    if (version.graceDays > graceDays) graceDays = version.graceDays;
  }
  const { timing, stub, status, billedFrom, pauseOn } = terms;
  return {
    grid: subscriptionGrid.of(terms),
    timing,
    stub,
    status,
    billedFrom,
    pauseOn,
    end: subscriptionGrid.billedUntil(terms),
    heldFrom: subscriptionGrid.renewalAwaitedFrom(terms),
    endedAtOnce: subscriptionGrid.endedAtOnce(terms),
    charged,
    graceDays,
  };
}

export function subscribedFacts(
  { terms, items }: BilledSubscription,
  versions: Versions,
): SubscribedFacts {
  const { currency, endedOn, poNumber } = terms;
  const decides = subscribedTerms(terms, items, versions);
  return { terms: decides, items, versions, currency, endedOn, poNumber };
}

/** How far the subscription of a schedule is billed. @throws Error for a schedule of lines */
export function positionOf(
  schedule: Pick<Schedule, 'id' | 'coveredUntil' | 'usageUntil' | 'gaps' | 'parts'>,
): SubscribedPosition {
  const { coveredUntil, usageUntil, gaps, parts } = schedule;
  if (coveredUntil && usageUntil && gaps && parts !== null) {
    return { coveredUntil, usageUntil, gaps, parts };
  }
  throw new Error(`The schedule ${schedule.id} is of no subscription`);
}

/** The items of a step by what stays the same of them, in their order. */
export function byItem(items: readonly BilledItem[]): readonly BilledItem[][] {
  if (items.length === 1) return [[...items]];
  const found = new Map<string, BilledItem[]>();
  for (const item of items) {
    const rows = found.get(item.itemId);
    if (rows) rows.push(item);
    else found.set(item.itemId, [item]);
  }
  return [...found.values()];
}

/** How far flat prices of a schedule are billed, and what they have come to. */
export interface BilledFlat {
  readonly coveredUntil: LocalDate;
  readonly kept: readonly KeptFlat[];
}

/** Days on which usage is charged, as they are rated, with flat price and minimum of them. */
export interface DaysToRate extends ChargedSpan<BilledItem>, UsageFloor {
  readonly step: BillingStep;
  readonly subscriptionId: BilledItem['subscriptionId'];
  readonly currency: Currency;
  readonly planVersionId: BilledItem['planVersionId'];
  readonly overrides: BilledItem['overrides'];
  readonly grid: SubscribedTerms['grid'];
  readonly endedOn: LocalDate | null;
}

/**
 * The days of a step on which usage is charged join others, each as one object: a run has one for
 * each of its invoices. The flat price is what was billed of them and not given back, and that of
 * days which are not billed yet.
 */
export function addDaysToRate(
  days: DaysToRate[],
  { items, versions, currency, endedOn, terms }: SubscribedFacts,
  step: BillingStep,
  { coveredUntil, kept }: BilledFlat,
): void {
  for (const tile of step.usage) {
    const { grid, billedFrom, stub } = terms;
    const stubEnd = subscriptionGrid.stubEnd(grid);
    const isStub = tile.start < stubEnd;
    const free = isStub && stub === 'free';
    const fullDays = isStub && stub === 'full' ? daysBetween(billedFrom, stubEnd) : tile.fullDays;
    const spans = subscriptionUsage.spans(items, tile);
    for (const span of spans) {
      const { item, start, until } = span;
      const { subscriptionId, planVersionId, overrides } = item;
      const sold = versions.get(planVersionId);
      const version = sold && subscriptionUsage.agreed(sold, overrides, currency);
      if (!version || version.charges.length + version.minimums.length === 0) continue;
      const active = activeParts(span, step.before.gaps);
      const unbilled = { from: coveredUntil, fullDays, free };
      const asked = until > coveredUntil ? askedOf(items, span, active, unbilled) : 0n;
      // On the day of an end nothing but usage is billed.
      const isServed = endedOn === null || start < endedOn;
      const flat = asked + (kept.length > 0 ? keptIn(kept, span, { tile, spans }) : 0n);
      const least = free || !isServed ? 0n : minimumIn(version, currency);
      const minimum = least === 0n ? 0n : leastOver(least, active, fullDays);
      days.push({
        step,
        item,
        start,
        until,
        subscriptionId,
        currency,
        planVersionId,
        overrides,
        grid,
        endedOn,
        flat,
        minimum,
        periodOn: tile.start,
      });
    }
  }
}

/** What the item of a span costs on those of its days that are not billed yet. */
function askedOf(
  items: readonly BilledItem[],
  { item }: ChargedSpan<BilledItem>,
  active: readonly ActivePart[],
  { from, ...period }: { readonly from: LocalDate } & Pick<FlatPeriod, 'fullDays' | 'free'>,
): bigint {
  const own = items.filter(({ itemId }) => itemId === item.itemId);
  const unbilled = active.flatMap(({ start, until }) =>
    until > from ? [{ start: latest(start, from), until }] : [],
  );
  const segments = unbilled.flatMap((part) => flatSegments(own, { ...part, ...period }));
  return sumOf(segments.map(({ amount }) => amount));
}

function leastOver(least: bigint, active: readonly ActivePart[], fullDays: number): bigint {
  const days = active.reduce((sum, part) => sum + daysBetween(part.start, part.until), 0);
  return subscriptionUsage.minimumOver(least, { days, fullDays });
}

function latest(a: LocalDate, b: LocalDate): LocalDate {
  return a > b ? a : b;
}

function minimumIn({ minimums }: PlanVersion, currency: Currency): bigint {
  const found = minimums.find((each) => each.currency === currency);
  return found ? (parseMinor(found.amount, currency) ?? 0n) : 0n;
}

/** The day since which rows of items matter to schedules. */
export function oldestOpen(positions: readonly SubscribedPosition[]): LocalDate {
  return positions.reduce<LocalDate>((oldest, { coveredUntil, usageUntil }) => {
    const open = coveredUntil < usageUntil ? coveredUntil : usageUntil;
    return open < oldest ? open : oldest;
  }, '9999-12-31' as LocalDate);
}
