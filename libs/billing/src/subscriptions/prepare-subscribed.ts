import { MOST_LATE_DAYS } from '@quittance/company';
import { addDays, type LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { ScheduleId } from '@quittance/kernel';
import type { LateRated } from './announce-late-usage.js';
import {
  type BilledItem,
  type RatedSpan,
  type ChargedSpan,
  subscriptionUsage,
} from '@quittance/sales';
import { taxedByOf, type TaxedByOf } from '@quittance/lines';
import { MOST_PERIODS } from '../schedules/billing-plan.js';
import type { BillableLine } from './billed-line.js';
import { STILL_OPEN_USAGE } from './billed.sql.js';
import { withForgivenAhead } from '../interim/forgiven-ahead.js';
import { interimsWithin, type InterimUsage } from '../interim/interim-usage.js';
import { INTERIM_USAGE } from '../interim/interim.sql.js';
import { lessAhead } from '../interim/less-ahead.js';
import type { BillingStep } from './billing-step.js';
import { BORNE_BY_NOTHING, returnedUsage, type ChangeLine } from './changes/change-line.js';
import {
  joinedChanges,
  NOTHING_JOINED,
  RoomByTax,
  waitingChanges,
  type JoinedChanges,
} from './changes/joined-changes.js';
import { flatLine, flatSegments, type BilledSegment } from './flat-lines.js';
import { keptFlat, NOTHING_KEPT } from './kept-flat.js';
import { readFacts } from './read-facts.js';
import { addDaysToRate, byItem, positionOf } from './subscribed-facts.js';
import type { DaysToRate, SubscribedFacts } from './subscribed-facts.js';
import { usageCreditedByHand } from './changes/by-hand/usage-by-hand.js';
import { isChanged, lateUsage, usageBilled, type BilledUsage } from './usage-lines.js';
import {
  walkSubscribed,
  type ClaimedSubscription,
  type PrepareBounds,
  type WalkedSubscription,
} from './walk-subscribed.js';

/** An invoice of a subscription with its lines. */
export interface PreparedStep {
  readonly step: BillingStep;
  readonly lines: readonly BillableLine[];
  readonly segments: readonly BilledSegment[];
  /** What usage that is billed now comes to. */
  readonly usage: readonly BilledUsage[];
  /** What usage that was billed before comes to, once the step is stored. */
  readonly corrected: readonly BilledUsage[];
  /** What changes have left to this invoice. */
  readonly changes: JoinedChanges;
  /** What came late, of periods that were billed. */
  readonly lateRated: readonly LateRated[];
  /** By which the customer knows the subscription. */
  readonly poNumber: string | null;
}

/** What a run may make of the subscription of a schedule. */
export interface PreparedSubscription {
  readonly facts: SubscribedFacts;
  readonly steps: readonly PreparedStep[];
  /** What comes behind them, due or not; null where nothing does. */
  readonly following: BillingStep | null;
  /** Whether more is due than was prepared. */
  readonly more: boolean;
}

/**
 * What schedules of subscriptions bill, in a few statements however many they are, and none where
 * there are none: items and plans, then usage of all the days that their steps are about.
 */
export async function prepareSubscribed(
  tx: Tx,
  schedules: readonly ClaimedSubscription[],
  bounds: PrepareBounds,
  timeZone: string,
): Promise<ReadonlyMap<ScheduleId, PreparedSubscription>> {
  const own = schedules.filter(({ source }) => source === 'subscription');
  if (own.length === 0) return new Map();
  const walked = walkSubscribed(own, await readFacts(tx, own), bounds);
  const [flats, interims, late, waiting] = await Promise.all([
    keptFlat(tx, walked),
    interimsOf(tx, walked, bounds),
    openUsage(tx, walked),
    waitingChanges(tx, walked),
  ]);
  const charged: DaysToRate[] = [];
  // Where those of each end: they stand in its order.
  const ends = walked.map((each) => {
    const { coveredUntil } = positionOf(each.schedule);
    const billed = { coveredUntil, kept: flats.get(each.schedule.id) ?? NOTHING_KEPT };
    for (const step of each.steps) addDaysToRate(charged, each.facts, step, billed);
    return charged.length;
  });
  const again = late.map(({ facts, schedule, billed }) => {
    const { planVersionId, overrides, startOn: start, untilOn: until } = billed;
    return toRate(facts, schedule, { item: { planVersionId, overrides }, start, until });
  });
  const [versions, taxOf] = await Promise.all([
    versionsOf(tx, walked, late),
    codesOf(tx, walked, [...waiting.values()].flat(), late),
  ]);
  const all = [...charged, ...again];
  const rated =
    all.length === 0 ? [] : await subscriptionUsage.rateOver(tx, all, versions, timeZone);
  const changed = late
    .map((each, i) => ({ ...each, rated: rated[charged.length + i] as RatedSpan }))
    .filter((each) => isChanged(each.billed, each.rated));
  const byHand = await usageCreditedByHand(tx, changed, bounds);
  const bySchedule = grouped(
    changed.map((each) => ({ ...each, isHeld: byHand.has(each.billed) })),
    ({ schedule }) => schedule,
  );
  const found = new Map<ScheduleId, PreparedSubscription>();
  for (const [i, each] of walked.entries()) {
    const { id } = each.schedule;
    const left = {
      used: { charged, rated, first: ends[i - 1] ?? 0, end: ends[i] ?? 0 },
      invoiced: interims.get(id) ?? NONE,
      late: bySchedule.get(each.schedule) ?? NONE,
      waiting: waiting.get(id) ?? NONE,
      taxOf,
    };
    found.set(id, prepared(each, left));
  }
  return found;
}

/** Most have nothing of it. */
const NONE: readonly never[] = [];

function grouped<Key, Value>(all: readonly Value[], keyOf: (each: Value) => Key) {
  const found = new Map<Key, Value[]>();
  for (const each of all) {
    const known = found.get(keyOf(each));
    if (known) known.push(each);
    else found.set(keyOf(each), [each]);
  }
  return found as ReadonlyMap<Key, readonly Value[]>;
}

/** By what lines are taxed, where anything comes back by an invoice; else all are one. */
async function codesOf(
  tx: Tx,
  walked: readonly WalkedSubscription[],
  waiting: readonly ChangeLine[],
  late: readonly OpenUsage[],
): Promise<TaxedByOf> {
  if (waiting.length === 0 && late.length === 0) return () => null;
  return taxedByOf(tx, [...waiting, ...walked.flatMap(({ facts }) => facts.items)]);
}

/** The plans of items, and those by which usage was billed that no item has any more. */
async function versionsOf(
  tx: Tx,
  [first]: readonly WalkedSubscription[],
  late: readonly OpenUsage[],
): Promise<SubscribedFacts['versions']> {
  const known: SubscribedFacts['versions'] = first?.facts.versions ?? new Map();
  const gone = new Set(
    late.flatMap(({ billed }) => (known.has(billed.planVersionId) ? [] : [billed.planVersionId])),
  );
  if (gone.size === 0) return known;
  return new Map([...known, ...(await subscriptionUsage.planVersions(tx, [...gone]))]);
}

function toRate(
  { currency, endedOn, terms: { grid } }: SubscribedFacts,
  { subscriptionId }: ClaimedSubscription,
  span: Pick<ChargedSpan, 'start' | 'until'> & { readonly item: RatedItem },
): UsageToRate {
  const { item, start, until } = span;
  const { planVersionId, overrides } = item;
  // Whatever has a span has a subscription.
  const id = subscriptionId as UsageToRate['subscriptionId'];
  return { subscriptionId: id, currency, planVersionId, overrides, start, until, grid, endedOn };
}

/** Usage of one span, as it is asked to be rated. */
type UsageToRate = Parameters<typeof subscriptionUsage.rateOver>[1][number];

type RatedItem = Pick<BilledItem, 'planVersionId' | 'overrides'>;

interface OpenUsage {
  readonly schedule: ClaimedSubscription;
  readonly facts: SubscribedFacts;
  readonly billed: BilledUsage;
}

/** Usage of closed periods to which events may have come since. */
async function openUsage(
  tx: Tx,
  walked: readonly WalkedSubscription[],
): Promise<readonly OpenUsage[]> {
  const charged = walked.filter(({ facts, steps }) => facts.terms.charged && steps.length > 0);
  if (charged.length === 0) return [];
  const byId = new Map(charged.map((each) => [each.schedule.id, each]));
  const since = charged.reduce<LocalDate>((oldest, { schedule }) => {
    const { usageUntil } = positionOf(schedule);
    return usageUntil < oldest ? usageUntil : oldest;
  }, '9999-12-31' as LocalDate);
  const rows = await STILL_OPEN_USAGE.rows<BilledUsage & { readonly scheduleId: ScheduleId }>(tx, {
    scheduleIds: [...byId.keys()],
    since: addDays(since, -MOST_LATE_DAYS),
  });
  return (await withForgivenAhead(tx, rows)).flatMap(({ scheduleId, ...billed }) => {
    const one = byId.get(scheduleId);
    return one ? [{ schedule: one.schedule, facts: one.facts, billed }] : [];
  });
}

/** What was invoiced ahead of usage that is billed now; no statement where no plan asks for it. */
async function interimsOf(
  tx: Tx,
  walked: readonly WalkedSubscription[],
  { foreseen = [] }: PrepareBounds,
): Promise<ReadonlyMap<ScheduleId, readonly InterimUsage[]>> {
  const versions = [...(walked[0]?.facts.versions.values() ?? [])];
  if (versions.every(({ thresholds }) => thresholds.length === 0)) return new Map();
  const tiles = walked.flatMap(({ steps }) => steps.flatMap(({ usage }) => usage));
  if (tiles.length === 0) return new Map();
  const since = tiles.map(({ start }) => start).reduce((a, b) => (a < b ? a : b));
  const scheduleIds = walked.map(({ schedule }) => schedule.id);
  const rows = await INTERIM_USAGE.rows<InterimUsage>(tx, { scheduleIds, since });
  return grouped([...rows, ...foreseen], ({ scheduleId }) => scheduleId);
}

/** Usage that came late, and whether it is reckoned behind the run. */
interface LateOfSchedule extends OpenUsage {
  readonly rated: RatedSpan;
  readonly isHeld: boolean;
}

/** The charged days of all, with what each has come to; those of one follow each other. */
interface RatedUsage {
  readonly charged: readonly DaysToRate[];
  readonly rated: readonly RatedSpan[];
  readonly first: number;
  /** Behind the last. */
  readonly end: number;
}

/** What the invoices of a schedule have to bill and to take off, and what waits for them. */
interface LeftToBill {
  readonly used: RatedUsage;
  readonly invoiced: readonly InterimUsage[];
  readonly late: readonly LateOfSchedule[];
  /** What changes have left to the invoice. */
  readonly waiting: readonly ChangeLine[];
  readonly taxOf: TaxedByOf;
}

function prepared(each: WalkedSubscription, left: LeftToBill): PreparedSubscription {
  const { facts, steps, following, more } = each;
  // What waits goes to the first of them.
  const others = steps.length > 1 ? { ...left, late: NONE, waiting: NONE } : left;
  return {
    facts,
    following,
    more,
    steps: steps.map((step, i) => preparedStep(facts, step, i > 0 ? others : left)),
  };
}

function preparedStep(
  { items, currency, poNumber }: SubscribedFacts,
  step: BillingStep,
  { used: { charged, rated, first, end }, invoiced, late, waiting, taxOf }: LeftToBill,
): PreparedStep {
  const lines: BillableLine[] = [];
  const segments: BilledSegment[] = [];
  const groups = byItem(items);
  for (const period of step.flat) {
    for (const rows of groups) {
      for (const segment of flatSegments(rows, period)) {
        const line = flatLine(segment, currency);
        segments.push({ segment, line: line && lines.length });
        if (line) lines.push(line);
      }
    }
  }
  // What waits, or came late, is told apart by its tax; most invoices have neither.
  const byTax = waiting.length + late.length > 0 ? new RoomByTax(taxOf) : null;
  let room = 0n;
  for (const { segment } of segments) {
    room += segment.amount;
    byTax?.add(segment.item, segment.amount);
  }
  let now: BilledUsage[] = [];
  for (let i = first; i < end; i += 1) {
    const days = charged[i] as DaysToRate;
    // Steps are shared by all that are alike: these days are of the one alone.
    if (days.step !== step) continue;
    const billed = usageBilled(days, rated[i] as RatedSpan, days, { currency, lines });
    room += billed.usage + billed.trueUp;
    byTax?.add(days.item, billed.usage + billed.trueUp);
    if (now.length > 0) now.push(billed);
    else now = [billed];
  }
  const less = takenAhead({ items, currency }, step, { invoiced, usage: now, room });
  const { usage } = less;
  room -= less.taken;
  for (const { item, amount } of less.byItem) byTax?.add(item, -amount);
  lines.push(...less.lines);
  const isNothing = room === 0n && segments.every(({ segment }) => segment.amount === 0n);
  const asked = lines.length;
  const joined = byTax ? joinedChanges(waiting, byTax, currency) : NOTHING_JOINED;
  lines.push(...joined.lines);
  const added: ChangeLine[] = [];
  const lateRated: LateRated[] = [];
  const corrected: BilledUsage[] = [];
  for (const { billed, rated: by, isHeld } of late) {
    const item = items.findLast(({ itemId }) => itemId === billed.itemId) ?? items.at(-1);
    if (!item || !byTax) continue;
    const left = { currency, room: byTax.of(item), isHeld };
    const { line, billed: after, delta, rated: amount } = lateUsage(billed, by, item, left);
    byTax.add(item, delta);
    const { startOn, untilOn } = billed;
    if (amount !== 0n) lateRated.push({ startOn, untilOn, amount });
    corrected.push(after);
    if (line) lines.push(line);
    if (line && delta < 0n) {
      const on = { madeOn: step.issueDate, ...BORNE_BY_NOTHING };
      added.push(returnedUsage(billed, line, delta, on));
    }
  }
  // Usage that comes to less than the least amount, or was invoiced ahead, asks for nothing.
  const isEmpty = isNothing && lines.length === asked;
  const changes = { added, ...joined };
  const asks = { lines: isEmpty ? [] : lines, segments, usage, corrected };
  return { step, ...asks, changes, lateRated, poNumber };
}

/** What was invoiced ahead of usage; of most of it nothing was. */
function takenAhead(
  facts: Pick<SubscribedFacts, 'items' | 'currency'>,
  step: BillingStep,
  {
    invoiced,
    usage,
    room,
  }: {
    readonly invoiced: readonly InterimUsage[];
    readonly usage: readonly BilledUsage[];
    readonly room: bigint;
  },
): ReturnType<typeof lessAhead> {
  if (invoiced.length === 0) return { lines: NONE, taken: 0n, byItem: NONE, usage };
  const ahead = step.usage.flatMap((tile) => interimsWithin(invoiced, tile));
  return lessAhead(facts, step, { ahead, usage, room });
}

/** How far a run looks at once. */
export function runBounds(
  { asOf, catchUp }: { readonly asOf: LocalDate; readonly catchUp: boolean },
  atMost: number,
): PrepareBounds {
  return { asOf, most: catchUp ? MOST_PERIODS : 1, atMost };
}
