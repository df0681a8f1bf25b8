import { addDays, type LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { newId, type Id, type InvoiceId } from '@quittance/kernel';
import { minOf } from '@quittance/money';
import type { DocumentsWithin } from '@quittance/receivables';
import type { WholeSubscription } from '@quittance/sales';
import type { StoredSchedule } from '../schedules/schedule.repository.js';
import {
  BORNE_BY_NOTHING,
  type ChangeId,
  type ChangeLine,
} from '../subscriptions/changes/change-line.js';
import {
  INSERT_CHANGE_LINES,
  RETURN_CHANGE_LINES,
} from '../subscriptions/changes/change-line.sql.js';
import type { InterimUsage } from './interim-usage.js';
import { INTERIM_USAGE } from './interim.sql.js';

/** A subscription that has moved: what holds of it from then on, and until when. */
export interface MovedAhead {
  readonly schedule: StoredSchedule;
  readonly after: WholeSubscription;
  /** The first day of which no usage is billed any more. */
  readonly end: LocalDate | null;
}

/**
 * Gives back what was invoiced ahead of usage of a day that is no longer that of its plan: who
 * ends, or goes to another plan, on the first day of a period leaves nothing of it to bill. A draft
 * is cancelled; else a note behind the next run gives it back. What another plan makes of the usage
 * of that day is billed with its period.
 */
export async function giveBackAhead(
  tx: Tx,
  documents: DocumentsWithin,
  moved: readonly MovedAhead[],
  today: LocalDate,
): Promise<void> {
  if (moved.length === 0) return;
  const since = moved.reduce((day, { end }) => (end !== null && end < day ? end : day), today);
  const scheduleIds = moved.map(({ schedule }) => schedule.id);
  const found = await INTERIM_USAGE.rows<InterimUsage>(tx, { scheduleIds, since });
  const stray = found.filter((each) => {
    const own = moved.find(({ schedule }) => schedule.id === each.scheduleId);
    return each.standing && own !== undefined && !isServed(own, each);
  });
  if (stray.length === 0) return;
  const made = await documents.find(
    tx,
    stray.flatMap(({ invoiceId }) => invoiceId ?? []),
  );
  const lines: ReturnedAhead[] = [];
  for (const each of stray) {
    const invoice = each.invoiceId === null ? undefined : made.get(each.invoiceId);
    if (!invoice || invoice.closed) continue;
    if (invoice.open) {
      await documents.cancel(tx, invoice.id);
      continue;
    }
    const amount = minOf(each.amount, invoice.creditable);
    const item = moved
      .find(({ schedule }) => schedule.id === each.scheduleId)
      ?.after.items.findLast(({ itemId }) => itemId === each.itemId);
    if (amount > 0n && item) lines.push(returnedAhead(each, item, invoice.id, { amount, today }));
  }
  if (lines.length === 0) return;
  await INSERT_CHANGE_LINES.run(tx, INSERT_CHANGE_LINES.columns(lines));
  await RETURN_CHANGE_LINES.run(tx, RETURN_CHANGE_LINES.columns(lines));
}

interface ReturnedAhead extends ChangeLine {
  readonly scheduleId: StoredSchedule['id'];
}

function isServed(
  { after, end }: MovedAhead,
  { startOn, planVersionId }: Pick<InterimUsage, 'startOn' | 'planVersionId'>,
): boolean {
  if (end !== null && end <= startOn) return false;
  return after.items.some(
    (item) =>
      item.planVersionId === planVersionId &&
      item.validFrom <= startOn &&
      (item.validTo === null || item.validTo > startOn),
  );
}

/** Its change is the invoice itself, by which it is known as given back. */
function returnedAhead(
  { scheduleId, itemId, startOn }: InterimUsage,
  { productId, description, taxCode, placeOf }: WholeSubscription['items'][number],
  invoiceId: InvoiceId,
  { amount, today }: { readonly amount: bigint; readonly today: LocalDate },
): ReturnedAhead {
  const days = { startOn, untilOn: addDays(startOn, 1), madeOn: today };
  const of = {
    corrects: invoiceId,
    ofPeriod: true,
    whole: false,
    partOf: null,
    netted: false,
    ...BORNE_BY_NOTHING,
  };
  const changeId = invoiceId as Id<string> as ChangeId;
  const said = { productId, description, taxCode, placeOf, amount: -amount };
  return { scheduleId, id: newId(), changeId, itemId, ...days, ...said, ...of };
}
