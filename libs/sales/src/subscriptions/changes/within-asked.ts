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
 * have asked a part only: of an item no more comes back than was asked for it in that period, and
 * beyond that what is asked anew for the same days.
 */
export function withinPeriod(
  settled: readonly ItemSettlement[],
  paid: readonly PaidDays[],
  running: RunningDays,
): ItemSettlement[] {
  const left = new Map<PaidDays['itemId'], bigint>();
  for (const row of paid.filter((each) => isOf(running, each))) {
    left.set(row.itemId, (left.get(row.itemId) ?? 0n) + row.left);
  }
  return settled.map((each) => {
    const { itemId } = each.item;
    let asked = each.charge;
    const gone = each.gone.map((days) => {
      if (days.until > running.until) return days;
      const most = notBelowZero(left.get(itemId) ?? 0n);
      const own = minOf(days.amount, most);
      left.set(itemId, most - own);
      if (own === days.amount) return days;
      const against = minOf(days.amount - own, asked);
      asked -= against;
      return { ...days, amount: own + against, against };
    });
    return withGone(each, gone);
  });
}

/**
 * What was given back by hand does not come back once more: of a line that asked, no more than is
 * left of it, and beyond that what is asked for the same days.
 */
export function withoutByHand(
  settled: readonly ItemSettlement[],
  paid: readonly PaidDays[],
): ItemSettlement[] {
  const lines = new Map(paid.flatMap(({ id, within }) => (within ? [[id, within.line]] : [])));
  const left = new Map(paid.flatMap(({ within }) => (within ? [[within.line, within.left]] : [])));
  if (left.size === 0) return [...settled];
  return settled.map((each) => {
    let asked = each.charge - sumOf(each.gone.map(({ against = 0n }) => against));
    const gone = each.gone.map((days) => {
      const line = lines.get(days.paidId);
      const most = line === undefined ? undefined : left.get(line);
      if (line === undefined || most === undefined) return days;
      const { against = 0n } = days;
      const fromLine = minOf(days.amount - against, most);
      const beyond = days.amount - against - fromLine;
      const fromAsked = minOf(beyond, asked);
      left.set(line, most - fromLine);
      asked -= fromAsked;
      const amount = days.amount - (beyond - fromAsked);
      return { ...days, amount, against: against + fromAsked, held: beyond - fromAsked };
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
