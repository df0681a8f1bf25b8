import { MOST_LATE_DAYS } from '@quittance/company';
import { addDays, daysBetween, type LocalDate } from '@quittance/calendar';
import { subscriptionGrid, type Period, type Stub } from '@quittance/sales';
import type { SchedulePosition } from '../schedules/schedule.js';
import { landed, nextGap, type SubscribedPosition } from './subscribed-position.js';

/** What of a subscription decides when it is billed. */
export interface SubscribedTerms {
  readonly grid: Parameters<typeof subscriptionGrid.periodOn>[0];
  readonly timing: 'advance' | 'arrears';
  readonly stub: Stub;
  readonly status: string;
  /** The first day that costs anything. */
  readonly billedFrom: LocalDate;
  /** The first day that is billed no more; null while no end is set. */
  readonly end: LocalDate | null;
  /** The first day that waits for the renewal of its contract; null where none is awaited. */
  readonly heldFrom: LocalDate | null;
  /** It has ended on the first day that costs anything, of which usage alone is billed. */
  readonly endedAtOnce: boolean;
  /** The first day of a standstill that is planned. */
  readonly pauseOn: LocalDate | null;
  /** Whether usage is charged at all, and how many days are waited for it. */
  readonly charged: boolean;
  readonly graceDays: number;
}

/** Days of a flat price, as a part of a whole period. */
export interface FlatPeriod extends Period {
  /** They cost nothing: a stub that is given away. */
  readonly free: boolean;
}

/** One invoice of a subscription: what it is of, and how far everything is billed behind it. */
export interface BillingStep {
  /** The day from which on it is made. */
  readonly dueOn: LocalDate;
  readonly issueDate: LocalDate;
  /** What it is for as a whole; the day behind it. */
  readonly start: LocalDate;
  readonly until: LocalDate;
  /** 0: the invoice of the period; else it stands beside that. */
  readonly part: number;
  readonly flat: readonly FlatPeriod[];
  readonly usage: readonly Period[];
  /** The last of all, when no usage is taken any more. */
  readonly closing: boolean;
  readonly before: SubscribedPosition;
  readonly after: SubscribedPosition;
}

const earliest = (a: LocalDate | null, b: LocalDate | null): LocalDate | null =>
  a === null ? b : b === null || a < b ? a : b;

/**
 * The next invoice of a subscription, from where it stands: of a period that begins, in advance,
 * with the usage of the one before; or of one that is over. Null where nothing follows, or not
 * before somebody lets it go on. Always a function of the anchor, so that nothing drifts.
 */
export function nextBillingStep(
  terms: SubscribedTerms,
  position: SubscribedPosition,
): BillingStep | null {
  const { at, stopped } = landed(position);
  const { end } = terms;
  if (end !== null && at.coveredUntil >= end) return lastStep(terms, end, at);
  if (stopped) return null;
  const left = usageLeft(terms, at, position);
  if (left) return left;
  const pause = terms.pauseOn === null ? null : plannedGap(terms, terms.pauseOn, at);
  const limit = earliest(earliest(end, nextGap(at)), pause);
  if (limit !== null && at.coveredUntil >= limit) return null;
  const flat = flatPeriods(terms, at.coveredUntil, limit);
  const start = at.coveredUntil;
  const until = (flat.at(-1) as FlatPeriod).until;
  // It reaches into a term that its contract is still to be renewed for.
  if (terms.heldFrom !== null && until > terms.heldFrom) return null;
  const bills = terms.timing === 'advance' ? start : until;
  const closes = usageClosedBy(terms, bills);
  const usage = terms.charged ? tiles(terms, at.usageUntil, closes) : [];
  const usageUntil = closes > at.usageUntil ? closes : at.usageUntil;
  const waits = usage.length > 0 ? terms.graceDays : 0;
  return {
    dueOn: addDays(bills, waits),
    issueDate: bills,
    start,
    until,
    part: 0,
    flat,
    usage,
    closing: false,
    before: position,
    after: { ...at, coveredUntil: until, usageUntil },
  };
}

/**
 * The first day of a standstill that begins on a day: what is billed by then stays billed, unless
 * it is given back, and of a period that is not billed its days until then are.
 */
export function gapFrom(
  day: LocalDate,
  { coveredUntil }: Pick<SubscribedPosition, 'coveredUntil'>,
): LocalDate {
  return day > coveredUntil ? day : coveredUntil;
}

/** The same of one that is planned: in advance the period that it is to begin in is billed first. */
function plannedGap(
  { grid, timing, billedFrom }: SubscribedTerms,
  day: LocalDate,
  position: SubscribedPosition,
): LocalDate {
  if (timing === 'arrears' || day <= billedFrom) return gapFrom(day, position);
  const period = subscriptionGrid.periodOn(grid, billedFrom, day);
  return gapFrom(period.start === day ? day : period.until, position);
}

/**
 * Usage of the period that runs on a day waits for its end, also where its flat price is billed in
 * parts: what is included, and tiers, are of all of it.
 */
function usageClosedBy({ grid, billedFrom, end }: SubscribedTerms, day: LocalDate): LocalDate {
  if (day <= billedFrom || (end !== null && day >= end)) return day;
  return subscriptionGrid.periodOn(grid, billedFrom, day).start;
}

/**
 * Usage of a period that is over though its flat price is billed, as it stood still until another
 * began: in arrears nothing else bills it before that is over.
 */
function usageLeft(
  terms: SubscribedTerms,
  at: SubscribedPosition,
  before: SubscribedPosition,
): BillingStep | null {
  const day = at.coveredUntil;
  const until = usageClosedBy(terms, day);
  if (!terms.charged || terms.timing === 'advance' || until <= at.usageUntil) return null;
  const part = at.parts + 1;
  return {
    dueOn: addDays(day, terms.graceDays),
    issueDate: day,
    start: at.usageUntil,
    until,
    part,
    flat: [],
    usage: tiles(terms, at.usageUntil, until),
    closing: false,
    before,
    after: { ...at, usageUntil: until, parts: part },
  };
}

/** The stub and the period behind it are one invoice where they are billed when they are over. */
function flatPeriods(
  { grid, timing, stub, billedFrom }: SubscribedTerms,
  from: LocalDate,
  limit: LocalDate | null,
): FlatPeriod[] {
  const stubEnd = subscriptionGrid.stubEnd(grid);
  // So is what is left of it behind a standstill.
  const isStub = from < stubEnd;
  const whole = subscriptionGrid.periodOn(grid, from, from);
  // What is charged in full is a period of its own length.
  const fullDays = isStub && stub === 'full' ? daysBetween(billedFrom, stubEnd) : whole.fullDays;
  const first = subscriptionGrid.endedBy({ ...whole, fullDays }, limit) ?? whole;
  const flat: FlatPeriod[] = [{ ...first, fullDays, free: isStub && stub === 'free' }];
  if (!isStub || timing === 'advance' || (limit !== null && first.until >= limit)) return flat;
  const next = subscriptionGrid.periodOn(grid, first.until, first.until);
  const second = subscriptionGrid.endedBy(next, limit);
  return second ? [...flat, { ...second, free: false }] : flat;
}

/** The periods of a subscription over days, the first and the last as far as they reach. */
function tiles({ grid }: SubscribedTerms, from: LocalDate, until: LocalDate): Period[] {
  const found: Period[] = [];
  for (let at = from; at < until;) {
    const whole = subscriptionGrid.periodOn(grid, at, at);
    const period = subscriptionGrid.endedBy(whole, until) ?? whole;
    found.push(period);
    at = period.until;
  }
  return found;
}

/** The first day of which no usage is billed; null while no end is set. */
export function usedUntil({
  end,
  endedAtOnce,
}: Pick<SubscribedTerms, 'end' | 'endedAtOnce'>): LocalDate | null {
  return end !== null && endedAtOnce ? addDays(end, 1) : end;
}

/** Behind the end: what was used until then, and once more what has come in too late. */
function lastStep(
  terms: SubscribedTerms,
  end: LocalDate,
  at: SubscribedPosition,
): BillingStep | null {
  // On trial nothing is charged.
  if (!terms.charged || (end <= terms.billedFrom && !terms.endedAtOnce)) return null;
  const part = at.parts + 1;
  const until = usedUntil(terms) ?? end;
  const common = { part, flat: [], until, before: at };
  if (at.usageUntil < until) {
    const usage = tiles(terms, at.usageUntil, until);
    return {
      ...common,
      dueOn: addDays(end, terms.graceDays),
      issueDate: end,
      start: at.usageUntil,
      usage,
      closing: false,
      after: { ...at, usageUntil: until, parts: part },
    };
  }
  const closed = addDays(end, MOST_LATE_DAYS + 1);
  if (at.usageUntil >= closed) return null;
  return {
    ...common,
    dueOn: closed,
    issueDate: closed,
    start: end,
    until: closed,
    usage: [],
    closing: true,
    after: { ...at, usageUntil: closed, parts: part },
  };
}

/** Where the schedule of a subscription stands: what falls due next, and when. */
export function schedulePosition(
  terms: SubscribedTerms,
  position: SubscribedPosition,
  nextPeriod: number,
): SchedulePosition {
  return positionBefore(terms, position, nextBillingStep(terms, position), nextPeriod);
}

/** The same where the step that follows is known. */
export function positionBefore(
  terms: SubscribedTerms,
  position: SubscribedPosition,
  step: BillingStep | null,
  nextPeriod: number,
): SchedulePosition {
  const { coveredUntil } = position;
  const awaited = step ?? stepOnceRenewed(terms, position);
  if (awaited === null) {
    const isOver = terms.end !== null && landed(position).at.coveredUntil >= terms.end;
    return { status: isOver ? 'completed' : 'paused', nextPeriod, nextBillingDate: coveredUntil };
  }
  const status = terms.status === 'pending' ? 'draft' : 'active';
  return { status, nextPeriod, nextBillingDate: awaited.dueOn };
}

/** What a renewal lets be billed, as far as it is known; null where none is awaited. */
function stepOnceRenewed(terms: SubscribedTerms, position: SubscribedPosition): BillingStep | null {
  return terms.heldFrom && nextBillingStep({ ...terms, heldFrom: null }, position);
}
