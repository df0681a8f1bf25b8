import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { addDays, type LocalDate } from '@quittance/calendar';
import { MOST_LATE_DAYS } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { newId, type Id, type ScheduleId } from '@quittance/kernel';
import { sumOf } from '@quittance/money';
import { emit } from '@quittance/outbox';
import { DocumentsWithin } from '@quittance/receivables';
import {
  type BilledState,
  type PlanVersion,
  type SubscriptionFollower,
  type SubscriptionMove,
  type WholeSubscription,
  subscriptionGrid,
  subscriptionUsage,
} from '@quittance/sales';
import type { Taxes } from '@quittance/tax';
import { carriedWithoutNotes } from './changes/by-hand/divided-rows.js';
import { creditedState, givenByHand } from './changes/by-hand/given-by-hand.js';
import { giveBackAhead, type MovedAhead } from '../interim/give-back-ahead.js';
import type { InterimUsage } from '../interim/interim-usage.js';
import { INTERIM_USAGE } from '../interim/interim.sql.js';
import { announceScheduleChange } from '../schedules/change-schedule.js';
import { scheduleNoun } from '../schedules/schedule.description.js';
import { schedules, type StoredSchedule } from '../schedules/schedule.repository.js';
import {
  closedUsage,
  COVERED_SUBSCRIBED,
  FIND_SUBSCRIBED,
  LOCK_SUBSCRIBED,
  MOVE_SUBSCRIBED,
  SETTLED_USAGE,
} from './billed.sql.js';
import { schedulePosition, usedUntil, type SubscribedTerms } from './billing-step.js';
import type { PaidItem } from './paid-item.js';
import { paidState, undoneItems } from './paid-items.js';
import { askedBackOf, taxedLineOf } from './changes/paid-line.js';
import { settleSubscription } from './settle-subscription.js';
import { positionOf, subscribedTerms } from './subscribed-facts.js';
import {
  goneOnFrom,
  stoppedFrom,
  unbilledFrom,
  type SubscribedPosition,
} from './subscribed-position.js';

type Settling = NonNullable<SubscriptionFollower['settledUsage']>;
type Versions = ReadonlyMap<PlanVersion['id'], PlanVersion>;

/** What of subscriptions decides when they are billed. */
type TermsOf = (whole: WholeSubscription) => SubscribedTerms;

/**
 * Keeps a schedule for each subscription, in the transaction in which that moves: made with it, and
 * held up, let go on and ended by it. What a move asks or gives back of days that are paid for is
 * invoiced with it.
 */
@Injectable()
export class FollowSubscriptions implements SubscriptionFollower {
  readonly name = 'billing';
  readonly closedUsage = closedUsage;

  constructor(private readonly documents: DocumentsWithin) {}

  async follow(
    tx: Tx,
    moves: readonly SubscriptionMove[],
    today: LocalDate,
    taxes: Taxes | null,
  ): Promise<void> {
    const items = moves.flatMap(({ before, after }) => [...(before?.items ?? []), ...after.items]);
    const versions = await subscriptionUsage.planVersions(tx, [
      ...new Set(items.map(({ planVersionId }) => planVersionId)),
    ]);
    const boundOf = await subscriptionGrid.contractBounds(
      tx,
      moves.map(({ after }) => after.subscription.contractId),
    );
    const termsOf: TermsOf = ({ subscription, items: own }) =>
      subscribedTerms({ ...subscription, ...boundOf(subscription.contractId) }, own, versions);
    const begun = moves.filter(({ before }) => before === null);
    if (begun.length > 0) await makeSchedules(tx, begun, termsOf);
    const moved = await lockMoved(tx, moves);
    await moveSchedules(tx, moved, termsOf, today);
    await giveBackAhead(tx, this.documents, watched(moved, versions, termsOf), today);
    for (const { schedule, move } of moved) {
      if (!move.settlement) continue;
      if (!taxes) throw new Error('What is settled is priced with taxes');
      const tools = { documents: this.documents, taxes, today };
      const { poNumber } = move.after.subscription;
      await settleSubscription(tx, tools, { ...schedule, poNumber }, move.settlement);
    }
  }

  async billed(
    tx: Tx,
    id: Id<'subscription'>,
    day: LocalDate,
    held: boolean,
  ): Promise<BilledState> {
    const schedule = held
      ? await LOCK_SUBSCRIBED.one<StoredSchedule>(tx, { subscriptionIds: [id] })
      : await FIND_SUBSCRIBED.one<StoredSchedule>(tx, { subscriptionId: id });
    const found = () => paidState(tx, this.documents, schedule.id, day);
    let state = await found();
    if (held) {
      // Whoever credits one of them by hand, or gives it up, sees what comes back, or is seen here.
      const { state: wider } = await creditedState(tx, this.documents, schedule.id, state);
      const named = [...wider.stored, ...wider.asked, ...(wider.undone?.standing ?? [])];
      const invoiceIds = named.flatMap(({ invoiceId }) => invoiceId ?? []);
      await this.documents.hold(tx, invoiceIds);
      state = await found();
    }
    const { items, closed, undone } = state;
    const byHand = await givenByHand(tx, this.documents, schedule.id, state);
    const givenUp = closed.map((row) => ({ ...row, isGivenUp: true }));
    const asked = [...items, ...givenUp].map((row) => {
      return { ...row, left: row.amount - row.givenBack };
    });
    const leftOf = new Map(carriedWithoutNotes(asked).map(({ id, left }) => [id, left]));
    const daysOf = (row: PaidItem, left: bigint) => {
      const { id: paidId, itemId, startOn: start, untilOn: until, fullDays, price } = row;
      const within = byHand.get(paidId);
      const taxed = taxedLineOf(row, state);
      const { ofPeriod } = askedBackOf(row, state);
      const days = { id: paidId, itemId, start, until, fullDays, price, left, ofPeriod };
      return { ...days, ...(taxed && { taxed }), ...(within && { within }) };
    };
    const paid = [
      ...items.map((row) => daysOf(row, leftOf.get(row.id) ?? 0n)),
      ...closed.map((row) => ({ ...daysOf(row, 0n), forgiven: true })),
    ];
    return { coveredUntil: schedule.coveredUntil, paid, undone: undone && undoneItems(undone) };
  }

  async coveredUntil(
    tx: Tx,
    subscriptionIds: readonly Id<'subscription'>[],
    held: boolean,
  ): Promise<Map<Id<'subscription'>, LocalDate>> {
    const statement = held ? LOCK_SUBSCRIBED : COVERED_SUBSCRIBED;
    const rows = await statement.rows<StoredSchedule>(tx, { subscriptionIds });
    return new Map(
      rows.flatMap(({ subscriptionId, coveredUntil }) =>
        subscriptionId && coveredUntil ? [[subscriptionId, coveredUntil] as const] : [],
      ),
    );
  }

  readonly settledUsage: Settling = (tx, days) => {
    const subscriptionIds = [...new Set(days.map(({ subscriptionId }) => subscriptionId))];
    const inOrder = days.map(({ day }) => day).sort();
    const [since = null, until = null] = [inOrder[0], inOrder.at(-1)];
    const within = { subscriptionIds, since, until, mostLate: MOST_LATE_DAYS };
    return SETTLED_USAGE.rows(tx, within);
  };

  async invoicedAhead(tx: Tx, id: Id<'subscription'>, since: LocalDate): Promise<InterimUsage[]> {
    const schedule = await FIND_SUBSCRIBED.one<StoredSchedule>(tx, { subscriptionId: id });
    return INTERIM_USAGE.rows<InterimUsage>(tx, { scheduleIds: [schedule.id], since });
  }
}

/** A schedule that is locked, and how its subscription moves. */
interface Moved {
  readonly schedule: StoredSchedule;
  readonly move: SubscriptionMove;
}

async function lockMoved(tx: Tx, moves: readonly SubscriptionMove[]): Promise<Moved[]> {
  const moved = moves.filter(({ before }) => before !== null);
  if (moved.length === 0) return [];
  const byId = new Map(moved.map((move) => [move.after.subscription.id as string, move]));
  const subscriptionIds = [...byId.keys()];
  const locked = await LOCK_SUBSCRIBED.rows<StoredSchedule>(tx, { subscriptionIds });
  return locked.flatMap((schedule) => {
    const move = byId.get(schedule.subscriptionId ?? '');
    return move ? [{ schedule, move }] : [];
  });
}

/** Those of which usage may have been invoiced ahead. */
function watched(moved: readonly Moved[], versions: Versions, termsOf: TermsOf): MovedAhead[] {
  return moved.flatMap(({ schedule, move: { before, after } }): MovedAhead[] => {
    const items = before?.items ?? [];
    const isAhead = items.some(
      ({ planVersionId }) => (versions.get(planVersionId)?.thresholds.length ?? 0) > 0,
    );
    if (!isAhead) return [];
    return [{ schedule, after, end: usedUntil(termsOf(after)) }];
  });
}

async function makeSchedules(
  tx: Tx,
  begun: readonly SubscriptionMove[],
  termsOf: TermsOf,
): Promise<void> {
  const rows = begun.map(({ after }) => newSchedule(tx, after, termsOf(after)));
  await schedules.insert(tx, rows);
  for (const schedule of rows) {
    const after = { schedule, lines: [] };
    announceScheduleChange(tx, 'record.created', 'schedule.created', null, after);
  }
}

function newSchedule(
  { ctx }: Tx,
  { subscription, items }: WholeSubscription,
  terms: SubscribedTerms,
): StoredSchedule {
  const { accountId, contractId, salesOrderId, currency, frequency, billedFrom } = subscription;
  const position = unbilledFrom(billedFrom);
  return {
    ...scheduleNoun.empty,
    id: newId() as ScheduleId,
    version: 1,
    accountId,
    contractId,
    salesOrderId,
    subscriptionId: subscription.id,
    source: 'subscription',
    frequency,
    startDate: billedFrom,
    endDate: lastServed(subscription),
    ...schedulePosition(terms, position, 0),
    ...position,
    currency,
    pricesIncludeTax: false,
    prorate: false,
    total: netFrom(items, billedFrom),
    totalStated: true,
    lastRunPeriods: 0,
    lastRunFailed: false,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

/** The last day that costs anything, where an end of its own is set and any day does. */
function lastServed(subscription: WholeSubscription['subscription']): LocalDate | null {
  const { billedFrom } = subscription;
  const end = subscriptionGrid.servedUntil(subscription);
  return end !== null && end > billedFrom ? addDays(end, -1) : null;
}

/** What a period comes to by the items of a day, or of the last that it had. */
function netFrom(items: WholeSubscription['items'], day: LocalDate): bigint {
  const held = items.filter(
    ({ validFrom, validTo }) => validFrom <= day && (validTo === null || validTo > day),
  );
  return sumOf(held.map(({ net }) => net));
}

async function moveSchedules(
  tx: Tx,
  moved: readonly Moved[],
  termsOf: TermsOf,
  today: LocalDate,
): Promise<void> {
  const changed = moved.flatMap(({ schedule, move }) => {
    const patch = movedSchedule(schedule, move, termsOf(move.after), today);
    if (isSame(schedule, patch)) return [];
    const stamps = { version: schedule.version + 1, updatedAt: tx.ctx.now };
    return [{ before: schedule, after: { ...schedule, ...patch, ...stamps } }];
  });
  if (changed.length === 0) return;
  const rows = changed.map(({ after }) => after);
  await MOVE_SUBSCRIBED.run(tx, MOVE_SUBSCRIBED.columns(rows));
  for (const { before, after } of changed) announceMove(tx, before, after);
}

function movedSchedule(
  schedule: StoredSchedule,
  { before, after, settlement }: SubscriptionMove,
  terms: SubscribedTerms,
  today: LocalDate,
): Partial<StoredSchedule> {
  const { subscription, items } = after;
  const old = positionOf(schedule);
  const released = settlement?.releases ? settlement.on : null;
  const moves = { terms, today, released };
  const position = before ? movedPosition(old, before, after, moves) : old;
  const { billedFrom, contractId, frequency } = subscription;
  return {
    ...schedulePosition(terms, position, schedule.nextPeriod),
    ...position,
    contractId,
    frequency,
    startDate: schedule.billedThrough === null ? earlier(billedFrom, position) : schedule.startDate,
    endDate: lastServed(subscription),
    total: netFrom(items, today > billedFrom ? today : billedFrom),
  };
}

function earlier(day: LocalDate, { coveredUntil }: SubscribedPosition): LocalDate {
  return coveredUntil < day ? coveredUntil : day;
}

interface MoveTerms {
  readonly terms: SubscribedTerms;
  readonly today: LocalDate;
  /** From when on days that were paid for are given back. */
  readonly released: LocalDate | null;
}

/** What costs nothing yet. */
const NOT_BEGUN: ReadonlySet<string> = new Set(['pending', 'trialing']);

/** How far a subscription is billed once it has moved. */
function movedPosition(
  old: SubscribedPosition,
  { subscription: before }: WholeSubscription,
  { subscription: after }: WholeSubscription,
  { terms, today, released }: MoveTerms,
): SubscribedPosition {
  // Of what served already days may wait to be billed, though none was.
  const isUnbilled = NOT_BEGUN.has(before.status) && old.coveredUntil <= before.billedFrom;
  const moved = isUnbilled && before.billedFrom !== after.billedFrom;
  const position = moved ? { ...unbilledFrom(after.billedFrom), parts: old.parts } : old;
  const stops = after.status === 'suspended' && before.status !== 'suspended';
  if (stops && released !== null) {
    const { coveredUntil } = position;
    const kept = coveredUntil < released ? coveredUntil : released;
    return stoppedFrom({ ...position, coveredUntil: kept }, released);
  }
  if (stops) return stoppedFrom(position, after.suspendedOn ?? today);
  if (released !== null && released < position.coveredUntil) {
    return { ...position, coveredUntil: released };
  }
  if (before.status !== 'suspended' || after.status === 'suspended') return position;
  return goneOnFrom(position, terms.end !== null && terms.end < today ? terms.end : today);
}

function isSame(schedule: StoredSchedule, patch: Partial<StoredSchedule>): boolean {
  const keys = Object.keys(patch) as (keyof StoredSchedule)[];
  const text = (value: unknown) =>
    typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
  return keys.every((key) => text(schedule[key]) === text(patch[key]));
}

function announceMove(tx: Tx, before: StoredSchedule, after: StoredSchedule): void {
  const { status, id, accountId, nextPeriod, nextBillingDate } = after;
  const old = { schedule: before, lines: [] };
  const now = { schedule: after, lines: [] };
  if (before.status === status) {
    announceScheduleChange(tx, 'record.updated', 'schedule.updated', old, now);
  } else if (status === 'active') {
    announceScheduleChange(tx, 'schedule.activated', 'schedule.activated', old, now);
  } else if (status === 'paused') {
    announceScheduleChange(tx, 'schedule.paused', 'schedule.paused', old, now);
  } else {
    const record = { object: 'billing-schedule', recordId: id };
    const data = { id, accountId, status, nextPeriod, nextBillingDate };
    emit(tx, { type: 'schedule.completed', ...record, data });
    const [from, to] = [{ status: before.status }, { status }];
    audit(tx, { action: 'schedule.completed', ...record, before: from, after: to });
  }
}
