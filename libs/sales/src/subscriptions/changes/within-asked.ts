import type { LocalDate } from '@quittance/calendar';
import { minOf, sumOf } from '@quittance/money';
import type { GoneDays, ItemSettlement, PaidDays } from './item-settlement.js';

/** Days of a period, from one on until another. */
export interface RunningDays {
  readonly start: LocalDate;
  readonly until: LocalDate;
}

/**
 * In full, the price of the period that runs comes back, of which a stub, or a change by days, may
 * have asked a part only; and by days, that of days for which some has come back in full. Of an
 * item no more comes back than was asked for it in that period, and beyond that what is asked anew
 * for the same days. It comes back of the row that ends, then of what other changes asked, the last
 * of them first. What comes back beyond what changes asked is of the period's invoice, and goes
 * with that where it is given up.
 */
export function withinPeriod(
  settled: readonly ItemSettlement[],
  paid: readonly PaidDays[],
  running: RunningDays,
): ItemSettlement[] {
  const rows = paid.filter((each) => isOf(running, each));
  const ofItems = new Map(
    [...new Set(rows.map(({ itemId }) => itemId))].map((itemId) => {
      return [itemId, askedOf(rows.filter((row) => row.itemId === itemId))];
    }),
  );
  return settled.map((each) => {
    const { all, besides, changes, period } = ofItems.get(each.item.itemId) ?? askedOf([]);
    const [anew, anewBesides] = [new Asked(each.charge), new Asked(each.charge)];
    const gone = each.gone.flatMap((days): GoneDays[] => {
      if (days.until > running.until) return [days];
      const told = taken(days, all, anew);
      if (!changes.has(days.paidId)) return [told];
      const without = taken(days, besides, anewBesides);
      const beyond = told.amount - without.amount;
      // Of what the period asked more may have come back than it did for some of its days.
      if (beyond < 0n) return changes.divided(told);
      if (!period || beyond === 0n) return changes.divided(without);
      const { paidId: beyondOf, start, until } = days;
      const ofPeriod = { paidId: period, start, until, amount: beyond, beyondOf };
      return [...changes.divided(without), ofPeriod];
    });
    return withGone(each, gone);
  });
}

/** What was asked for an item within the period. */
function askedOf(rows: readonly PaidDays[]) {
  const period = rows.findLast(({ ofPeriod, forgiven }) => ofPeriod && !forgiven);
  const changes = rows.filter(({ ofPeriod }) => !ofPeriod);
  const ofEach = (of: readonly PaidDays[]) => sumOf(of.map(({ left }) => notBelowZero(left)));
  const isGivenUp = rows.some(({ forgiven }) => forgiven);
  return {
    all: new Asked(isGivenUp ? ofEach(rows) : sumOf(rows.map(({ left }) => left))),
    /** The same, had the invoice of the period been given up before. */
    besides: new Asked(ofEach(changes)),
    changes: new AskedByChanges(changes),
    period: period?.id,
  };
}

/** How much of it may still come back. */
class Asked {
  private left: bigint;

  constructor(left: bigint) {
    this.left = notBelowZero(left);
  }

  take(amount: bigint): bigint {
    const part = minOf(amount, this.left);
    this.left -= part;
    return part;
  }
}

/** What changes asked for an item, row by row, and how much of each may still come back. */
class AskedByChanges {
  private readonly left: Map<PaidDays['id'], bigint>;

  constructor(private readonly rows: readonly PaidDays[]) {
    this.left = new Map(rows.map(({ id, left }) => [id, notBelowZero(left)]));
  }

  has(id: PaidDays['id']): boolean {
    return this.left.has(id);
  }

  /** What of a row is more than it asked comes back of those that ended ahead of it. */
  divided(days: GoneDays): GoneDays[] {
    const { paidId, start, until, amount, against = 0n } = days;
    let beyond = amount - against - this.take(paidId, amount - against);
    const ended = this.rows.filter((row) => row.id !== paidId && row.until <= start);
    const others = ended.reverse().flatMap(({ id }): GoneDays[] => {
      const part = this.take(id, beyond);
      beyond -= part;
      return part > 0n ? [{ paidId: id, start, until, amount: part, beyondOf: paidId }] : [];
    });
    return [{ ...days, amount: amount - sumOf(others.map((each) => each.amount)) }, ...others];
  }

  private take(id: PaidDays['id'], amount: bigint): bigint {
    const left = this.left.get(id) ?? 0n;
    const part = minOf(amount, left);
    this.left.set(id, left - part);
    return part;
  }
}

function taken(days: GoneDays, asked: Asked, anew: Asked): GoneDays {
  const own = asked.take(days.amount);
  if (own === days.amount) return days;
  const against = anew.take(days.amount - own);
  return { ...days, amount: own + against, against };
}

/**
 * What was given back by hand does not come back once more: of what rows share no more than is
 * left of it, and beyond that what is asked for the same days.
 */
export function withoutByHand(
  settled: readonly ItemSettlement[],
  paid: readonly PaidDays[],
): ItemSettlement[] {
  const sharesOf = new Map(paid.flatMap(({ id, within }) => (within ? [[id, within]] : [])));
  if (sharesOf.size === 0) return [...settled];
  const left = new Map([...sharesOf.values()].flat().map((each) => [each.shared, each.left]));
  return settled.map((each) => {
    let asked = each.charge - sumOf(each.gone.map(({ against = 0n }) => against));
    const gone = each.gone.map((days) => {
      const shares = sharesOf.get(days.paidId);
      if (!shares) return days;
      const { against = 0n } = days;
      const ofRow = days.amount - against;
      const fromLine = minOf(ofRow, ...shares.map(({ shared }) => left.get(shared) ?? 0n));
      const beyond = ofRow - fromLine;
      const fromAsked = minOf(beyond, asked);
      for (const { shared } of shares) left.set(shared, (left.get(shared) ?? 0n) - fromLine);
      asked -= fromAsked;
      const amount = days.amount - (beyond - fromAsked);
      const held = { instead: fromAsked, held: beyond - fromAsked };
      return { ...days, amount, against: against + fromAsked, ...held };
    });
    return withGone(each, gone);
  });
}

/** It asked for days of the period, those before a change of it among them. */
function isOf({ start, until }: RunningDays, row: PaidDays): boolean {
  return row.start < until && (row.start >= start || row.until > start) && row.until <= until;
}

function withGone(each: ItemSettlement, gone: readonly GoneDays[]): ItemSettlement {
  return { ...each, gone, credit: sumOf(gone.map(({ amount }) => amount)) };
}

const notBelowZero = (amount: bigint) => (amount > 0n ? amount : 0n);
