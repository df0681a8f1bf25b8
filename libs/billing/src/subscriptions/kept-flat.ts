import { daysBetween, type LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { ScheduleId } from '@quittance/kernel';
import { sumOf } from '@quittance/money';
import { subscriptionGrid, type BilledItem, type ChargedSpan, type Period } from '@quittance/sales';
import type { Schedule } from '../schedules/schedule.js';
import { KEPT_FLAT } from './billed.sql.js';
import type { BillingStep } from './billing-step.js';

/** What was asked for an item and not given back, in minor units, and for which days. */
export interface KeptFlat {
  readonly itemId: BilledItem['itemId'];
  readonly startOn: LocalDate;
  /** The same day, where it was changed on the day on which it began. */
  readonly untilOn: LocalDate;
  readonly amount: bigint;
}

/** Of most, which are asked for every period anew. */
export const NOTHING_KEPT: readonly KeptFlat[] = [];

interface Stepping {
  readonly schedule: Pick<Schedule, 'id'>;
  readonly steps: readonly Pick<BillingStep, 'usage'>[];
}

/** What flat prices came to on the days whose usage is billed; no statement where none is. */
export async function keptFlat(
  tx: Tx,
  walked: readonly Stepping[],
): Promise<ReadonlyMap<ScheduleId, readonly KeptFlat[]>> {
  const found = new Map<ScheduleId, KeptFlat[]>();
  const used = walked.filter(({ steps }) => steps.some(({ usage }) => usage.length > 0));
  if (used.length === 0) return found;
  const since = used
    .flatMap(({ steps }) => steps.flatMap(({ usage }) => usage.map(({ start }) => start)))
    .reduce((oldest, start) => (start < oldest ? start : oldest));
  const rows = await KEPT_FLAT.rows<KeptFlat & { readonly scheduleId: ScheduleId }>(tx, {
    scheduleIds: used.map(({ schedule }) => schedule.id),
    since,
  });
  for (const { scheduleId, ...row } of rows) {
    const known = found.get(scheduleId);
    if (known) known.push(row);
    else found.set(scheduleId, [row]);
  }
  return found;
}

/**
 * What was kept for the item of a span, of what was billed from a day of its period on. The last
 * span of the item in the period has what was paid for days behind it too: it ended there, and
 * nothing came back.
 */
export function keptIn(
  kept: readonly KeptFlat[],
  span: ChargedSpan,
  { tile, spans }: { readonly tile: Period; readonly spans: readonly ChargedSpan[] },
): bigint {
  const { itemId } = span.item;
  const isLast = !spans.some((each) => each.item.itemId === itemId && each.start >= span.until);
  const own = kept.filter(
    (row) => row.itemId === itemId && row.startOn >= tile.start && row.startOn < tile.until,
  );
  return sumOf(own.map((row) => upTo(row, isLast ? null : span.until) - upTo(row, span.start)));
}

/** The part of it for the days before a day; all of it for null. */
function upTo({ startOn, untilOn, amount }: KeptFlat, day: LocalDate | null): bigint {
  if (day !== null && day <= startOn) return 0n;
  if (day === null || day >= untilOn) return amount;
  return subscriptionGrid.prorated(
    amount,
    daysBetween(startOn, day),
    daysBetween(startOn, untilOn),
  );
}
