import { addDays, daysBetween, type LocalDate } from '@quittance/calendar';
import { divideRounded, minOf } from '@quittance/money';
import type { DocumentsWithin } from '@quittance/receivables';

/** A line that bills a period of the schedule. */
export type HeldLine = Awaited<ReturnType<typeof DocumentsWithin.holdBilledLines>>[number];

/** What a line of an invoice gives back, as its days from a day on are not served. Minor units. */
export interface UnusedDays {
  readonly line: HeldLine;
  readonly start: LocalDate;
  /** The last of them. */
  readonly end: LocalDate;
  readonly days: number;
  /** All days of the period that was billed. */
  readonly of: number;
  readonly asked: bigint;
  /** No more than credit notes have left of the line. */
  readonly amount: bigint;
}

/**
 * What comes back of a billed line where nothing is served from `on`: what it asked less what its
 * days before cost, which is rounded once, so that both come to what was asked. Of prices that
 * include tax these are gross. Pure. Null where nothing comes back.
 */
export function unusedDays(line: HeldLine, on: LocalDate): UnusedDays | null {
  const { periodStart, periodEnd, pricesIncludeTax } = line;
  const start = on > periodStart ? on : periodStart;
  if (start > periodEnd) return null;
  const of = daysBetween(periodStart, periodEnd) + 1;
  const days = daysBetween(start, periodEnd) + 1;
  const asked = pricesIncludeTax ? line.total : line.net;
  const left = asked - (pricesIncludeTax ? line.creditedTotal : line.creditedNet);
  const kept = divideRounded(asked * BigInt(of - days), BigInt(of));
  const amount = minOf(asked - kept, left);
  if (amount <= 0n) return null;
  return { line, start, end: addDays(start, days - 1), days, of, asked, amount };
}
