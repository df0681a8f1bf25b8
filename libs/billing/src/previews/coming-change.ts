import { addDays, type LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { taxedByOf } from '@quittance/lines';
import type { DocumentsWithin } from '@quittance/receivables';
import { subscriptionGrid, type WholeSubscription } from '@quittance/sales';
import { SCHEDULED_DAYS_TO_PAY, type PlannedPeriod } from '../schedules/billing-plan.js';
import type { StoredSchedule } from '../schedules/schedule.repository.js';
import type { BillableLine } from '../subscriptions/billed-line.js';
import { askedAndGiven, byTax } from '../subscriptions/changes/by-tax.js';
import { linesOfChange } from '../subscriptions/changes/change-line.js';
import type { FollowSubscriptions } from '../subscriptions/follow-subscriptions.js';
import { paidState } from '../subscriptions/paid-items.js';
import { amountLine } from '../subscriptions/usage-lines.js';

/** What a change asks that is planned for a day of a period that is billed. */
export interface ComingChange {
  readonly on: LocalDate;
  /** By the next invoice behind its day, and by none of its own. */
  readonly joins: boolean;
  readonly lines: readonly BillableLine[];
}

/** By what it is known what is paid for. */
interface ChangeBooks {
  readonly documents: DocumentsWithin;
  readonly follow: FollowSubscriptions;
}

/**
 * What the planned change of a subscription asks by an invoice, as it is settled on its day if
 * nothing else comes before; null where it asks nothing. What it gives back is a note, and shown by
 * no invoice.
 */
export async function comingChange(
  tx: Tx,
  { documents, follow }: ChangeBooks,
  schedule: StoredSchedule,
  whole: WholeSubscription,
): Promise<ComingChange | null> {
  const { laterSettlement, id, currency } = whole.subscription;
  if (laterSettlement === null) return null;
  const { on, billing } = laterSettlement;
  const billed = await follow.billed(tx, id, on, false);
  const settlement = await subscriptionGrid.laterSettlement(tx, whole, billed);
  if (settlement === null) return null;
  const state = await paidState(tx, documents, schedule.id, on);
  const taxOf = await taxedByOf(tx, [
    ...settlement.items.map(({ item }) => item),
    ...state.waiting,
  ]);
  const { asking } = askedAndGiven(byTax(settlement, state, taxOf));
  const asked = { corrects: null, ofPeriod: false };
  const of = { changeId: newId<'change'>(), whole: false, askedBy: () => asked };
  const lines = linesOfChange(asking, of).map(({ startOn, untilOn, amount, ...line }) => {
    const { productId, description, taxCode, placeOf } = line;
    const period = { start: startOn, end: addDays(untilOn, -1) };
    return amountLine({ productId, description, taxCode, placeOf, period }, amount, currency);
  });
  return lines.length > 0 ? { on, joins: billing === 'next_invoice', lines } : null;
}

/** The invoices that come, with what the change asks among them, or on the one that it joins. */
export function withComing(
  planned: readonly PlannedPeriod[],
  change: ComingChange | null,
  { nextPeriod }: Pick<StoredSchedule, 'nextPeriod'>,
): readonly PlannedPeriod[] {
  if (change === null) return planned;
  const { on, joins, lines } = change;
  const found = planned.findIndex(({ issueDate }) => issueDate > on);
  const at = found < 0 ? planned.length : found;
  const [next] = planned.slice(at);
  const ahead = planned.slice(0, at);
  if (joins) {
    if (!next) return planned;
    const joined = { ...next, lines: [...next.lines, ...lines] };
    return [...ahead, joined, ...planned.slice(at + 1)];
  }
  const ends = lines.map(({ period }) => period?.end ?? on).sort();
  const own: PlannedPeriod = {
    index: nextPeriod,
    start: on,
    end: ends.at(-1) ?? on,
    issueDate: on,
    dueDate: addDays(on, SCHEDULED_DAYS_TO_PAY),
    part: 0,
    lines,
    subscribed: null,
  };
  return [...ahead, own, ...planned.slice(at)];
}
