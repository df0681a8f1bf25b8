import { readCompanyTerms } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import { formatUnits } from '@quittance/money';
import { rowScope } from '@quittance/objects';
import { alertUsage } from './alerts/alert-usage.js';
import type { SubscriptionFollowers } from '../subscriptions/subscription-followers.js';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import {
  checkUsage,
  usageFaults,
  type CheckedEvent,
  type PausedDays,
  type UsedMeter,
  type UsedSubscription,
} from './check-usage.js';
import { contentOf, isUnread, type SentEvent, type UnreadEvent } from './read-usage-event.js';
import { usageFault, usageRefusal, type UsageFault, type UsageRefusal } from './usage-fault.js';
import { millionths, UNIT_DECIMALS } from './units.js';
import { noteUsageDue } from './progressive/usage-due.js';
import {
  ADD_TO_DAYS,
  CONTENTS,
  EVER_PAUSED,
  METERED_SUBSCRIPTIONS,
  METERS,
  PAUSES,
  TAKE_EVENTS,
} from './usage.sql.js';

/** What became of a set of events; rows are counted from 0. */
export interface UsageOutcome {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly (UsageRefusal & { readonly index: number })[];
}

/** A row that can be taken, with its place in what was sent. */
interface Candidate extends CheckedEvent {
  readonly index: number;
  readonly content: string;
}

/** All that is wrong with events, by their places. */
type Rejected = Map<number, readonly UsageFault[]>;

/**
 * Takes usage that was read; of what was not, the reason is told again. The number of statements
 * does not grow with it.
 * @param ahead how many rows of the same file came in ahead of these
 */
export async function takeUsage(
  tx: Tx,
  read: readonly (SentEvent | UnreadEvent)[],
  followers: Pick<SubscriptionFollowers, 'settledUsage'>,
  ahead = 0,
): Promise<UsageOutcome> {
  const rejected: Rejected = new Map();
  const { checked: all, timeZone } = await checkAll(tx, read, rejected);
  const checked = await stillBilled(tx, all, followers, rejected);
  const { candidates, duplicates } = withoutRepeats(checked, rejected);
  const taken = await takeEvents(tx, candidates, ahead);
  const others = candidates.filter(({ sent }) => !taken.has(sent.eventId));
  const repeated = await sentBefore(tx, others, rejected);
  const fresh = candidates.filter(({ sent }) => taken.has(sent.eventId));
  await addToDays(tx, fresh);
  await alertUsage(tx, fresh, timeZone);
  await noteUsageDue(tx, new Set(fresh.map(({ subscription }) => subscription.id)));
  return {
    accepted: taken.size,
    duplicates: duplicates + repeated,
    rejected: [...rejected]
      .map(([index, faults]) => ({ index, ...usageRefusal(faults) }))
      .sort((a, b) => a.index - b.index),
  };
}

async function checkAll(
  tx: Tx,
  read: readonly (SentEvent | UnreadEvent)[],
  rejected: Rejected,
): Promise<{ readonly checked: Candidate[]; readonly timeZone: string }> {
  const sent = read.map((each) => (isUnread(each) ? each.known : each));
  const [terms, meters, subscriptions] = await Promise.all([
    readCompanyTerms(tx),
    metersOf(tx, sent),
    subscriptionsOf(tx, sent),
  ]);
  const pauses = await pausesOf(tx, subscriptions);
  const { now } = tx.ctx;
  const { timeZone, maxLateDays } = terms;
  const usageTerms = { now, timeZone, maxLateDays, pauses };
  const checked = read.flatMap((each, index) => {
    const known: Partial<SentEvent> = sent[index] ?? {};
    const meter = meters.get(known.meter ?? '');
    const subscription = subscriptions.get(known.subscriptionId ?? `key ${known.externalKey}`);
    if (isUnread(each)) {
      const others = usageFaults(known, meter, subscription, usageTerms);
      rejected.set(index, [...each.faults, ...others]);
      return [];
    }
    const found = checkUsage(each, meter, subscription, usageTerms);
    if ('sent' in found) {
      // What a spread begins has a hidden class of its own on Node.js 20: a member comes first.
      return [{ index, ...found, content: contentOf(found.sent, found.subscription.id) }];
    }
    rejected.set(index, found);
    return [];
  });
  return { checked, timeZone };
}

/** What would be billed no more is refused: it is never taken and forgotten. */
async function stillBilled(
  tx: Tx,
  checked: readonly Candidate[],
  followers: Pick<SubscriptionFollowers, 'settledUsage'>,
  rejected: Rejected,
): Promise<Candidate[]> {
  const dayOf = ({ subscription, day }: Candidate) => ({ subscriptionId: subscription.id, day });
  const isSettled = await followers.settledUsage(tx, checked.map(dayOf));
  return checked.filter((each) => {
    if (!isSettled(dayOf(each))) return true;
    rejected.set(each.index, [usageFault('usage_too_late')]);
    return false;
  });
}

async function metersOf(
  tx: Tx,
  sent: readonly Partial<SentEvent>[],
): Promise<Map<string, UsedMeter>> {
  const codes = [...new Set(sent.flatMap(({ meter }) => meter ?? []))];
  const rows = await tx.rows<UsedMeter>(METERS, [tx.ctx.companyId, codes]);
  return new Map(rows.map((meter) => [meter.code, meter]));
}

/** By id, and by external key behind a word that no id begins with. */
async function subscriptionsOf(
  tx: Tx,
  sent: readonly Partial<SentEvent>[],
): Promise<Map<string, UsedSubscription>> {
  const ids = new Set(sent.flatMap(({ subscriptionId }) => subscriptionId ?? []));
  const keys = new Set(sent.flatMap(({ externalKey }) => externalKey ?? []));
  const params: unknown[] = [tx.ctx.companyId, [...ids], [...keys]];
  const scope = rowScope.owned(tx.ctx, 'subscriptions', 's', (value) => `$${params.push(value)}`);
  const text = scope === null ? METERED_SUBSCRIPTIONS : `${METERED_SUBSCRIPTIONS} and ${scope}`;
  const rows = await tx.rows<UsedSubscription>(sql(text), params);
  return new Map(
    rows.flatMap((each) => [
      [each.id as string, each] as const,
      [`key ${each.externalKey}`, each] as const,
    ]),
  );
}

async function pausesOf(
  tx: Tx,
  subscriptions: ReadonlyMap<string, UsedSubscription>,
): Promise<Map<SubscriptionId, PausedDays[]>> {
  const asked = new Set(
    [...subscriptions.values()].flatMap((each) => (each.usageWhilePaused ? [] : each.id)),
  );
  const pauses = new Map<SubscriptionId, PausedDays[]>();
  if (asked.size === 0) return pauses;
  const { companyId } = tx.ctx;
  const found = await tx.rows<{ id: SubscriptionId }>(EVER_PAUSED, [companyId, [...asked]]);
  if (found.length === 0) return pauses;
  const ids = found.map(({ id }) => id);
  const rows = await tx.rows<PausedDays & { id: SubscriptionId }>(PAUSES, [companyId, ids]);
  for (const { id, ...days } of rows) pauses.set(id, [...(pauses.get(id) ?? []), days]);
  return pauses;
}

/** Of rows with one id the first is taken; one that says something else is refused. */
function withoutRepeats(
  checked: readonly Candidate[],
  rejected: Rejected,
): { readonly candidates: Candidate[]; readonly duplicates: number } {
  const first = new Map<string, Candidate>();
  let duplicates = 0;
  for (const each of checked) {
    const known = first.get(each.sent.eventId);
    if (!known) first.set(each.sent.eventId, each);
    else if (known.content === each.content) duplicates += 1;
    else rejected.set(each.index, [usageFault('usage_event_conflict')]);
  }
  return { candidates: [...first.values()], duplicates };
}

async function takeEvents(
  tx: Tx,
  candidates: readonly Candidate[],
  ahead: number,
): Promise<Set<string>> {
  if (candidates.length === 0) return new Set();
  const columns = TAKE_EVENTS.columns(candidates, {
    eventId: ({ sent }) => sent.eventId,
    meterId: ({ meter }) => meter.id,
    subscriptionId: ({ subscription }) => subscription.id,
    at: ({ sent }) => sent.at,
    day: ({ day }) => day,
    value: ({ sent }) => sent.value,
    counted: ({ counted }) => counted,
    properties: ({ sent }) => sent.properties,
    content: ({ content }) => content,
    place: ({ index }) => ahead + index,
  });
  const rows = await TAKE_EVENTS.rows<{ eventId: string }>(tx, columns);
  return new Set(rows.map(({ eventId }) => eventId));
}

/** How many were taken before just so; what was taken otherwise is refused. */
async function sentBefore(
  tx: Tx,
  others: readonly Candidate[],
  rejected: Rejected,
): Promise<number> {
  if (others.length === 0) return 0;
  const ids = others.map(({ sent }) => sent.eventId);
  const rows = await tx.rows<{ eventId: string; content: string }>(CONTENTS, [
    tx.ctx.companyId,
    ids,
  ]);
  const known = new Map(rows.map(({ eventId, content }) => [eventId, content]));
  const different = others.filter(({ sent, content }) => known.get(sent.eventId) !== content);
  for (const { index } of different) rejected.set(index, [usageFault('usage_event_conflict')]);
  return others.length - different.length;
}

interface DaySums {
  readonly subscriptionId: SubscriptionId;
  readonly meterId: string;
  readonly day: CheckedEvent['day'];
  events: bigint;
  sum: bigint;
  max: bigint;
}

async function addToDays(tx: Tx, taken: readonly Candidate[]): Promise<void> {
  const days = new Map<string, DaySums>();
  for (const { sent, meter, subscription, day } of taken) {
    const value = millionths(sent.value);
    const key = `${subscription.id} ${meter.id} ${day}`;
    const sums = days.get(key);
    if (sums) {
      sums.events += 1n;
      sums.sum += value;
      if (value > sums.max) sums.max = value;
    } else {
      const [subscriptionId, meterId] = [subscription.id, meter.id];
      days.set(key, { subscriptionId, meterId, day, events: 1n, sum: value, max: value });
    }
  }
  if (days.size === 0) return;
  const text = (units: bigint) => formatUnits(units, UNIT_DECIMALS);
  const columns = ADD_TO_DAYS.columns([...days.values()], {
    subscriptionId: ({ subscriptionId }) => subscriptionId,
    meterId: ({ meterId }) => meterId,
    day: ({ day }) => day,
    events: ({ events }) => events,
    sum: ({ sum }) => text(sum),
    max: ({ max }) => text(max),
  });
  await ADD_TO_DAYS.run(tx, columns);
}
