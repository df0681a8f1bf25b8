import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { Id, InvoiceId, ScheduleId } from '@quittance/kernel';
import type { DocumentsWithin, MadeDocument } from '@quittance/receivables';
import type { BilledItem } from '@quittance/sales';
import { PAID_FROM } from './billed.sql.js';

/** For which days an item is paid, at which full price, and by what. */
export interface PaidItem {
  readonly itemId: BilledItem['itemId'];
  readonly id: Id<'billed-item'>;
  readonly startOn: LocalDate;
  readonly untilOn: LocalDate;
  readonly fullDays: number;
  readonly price: bigint;
  readonly invoiceId: InvoiceId;
  readonly linePosition: number | null;
  readonly cutBy: InvoiceId | null;
  readonly uncutOn: LocalDate | null;
  /** What came back for the days behind it; minor units. */
  readonly givenBack: bigint;
}

/** What is paid for on a day and behind it. */
export interface PaidState {
  readonly items: readonly PaidItem[];
  readonly documents: ReadonlyMap<InvoiceId, MadeDocument>;
  /** The draft of an earlier change of the day: another takes its place. */
  readonly undone: InvoiceId | null;
  /** The rows as they are, where that is undone. */
  readonly stored: readonly PaidItem[];
  /** Rows of what was voided or cancelled: nothing is paid for by them. */
  readonly closed: readonly PaidItem[];
}

/**
 * What of a schedule is paid for from today on, as if an earlier change of today were none: as long
 * as its invoice is a draft, changes of one day are one.
 */
export async function paidState(
  tx: Tx,
  documents: DocumentsWithin,
  scheduleId: ScheduleId,
  today: LocalDate,
): Promise<PaidState> {
  const stored = await PAID_FROM.rows<PaidItem>(tx, { scheduleId, day: today });
  const ids = stored.flatMap(({ invoiceId, cutBy }) => (cutBy ? [invoiceId, cutBy] : [invoiceId]));
  const made = await documents.find(tx, ids);
  // What was voided or cancelled asks for nothing: its days are not paid for.
  const isStanding = ({ invoiceId }: PaidItem) => made.get(invoiceId)?.closed === false;
  const standing = stored.filter(isStanding);
  const closed = stored.filter((row) => !isStanding(row));
  const undone = draftOfToday(standing, made, today);
  const items = undone === null ? standing : standing.flatMap((row) => before(row, undone));
  return { items, documents: made, undone, stored, closed };
}

function draftOfToday(
  stored: readonly PaidItem[],
  documents: ReadonlyMap<InvoiceId, MadeDocument>,
  today: LocalDate,
): InvoiceId | null {
  const isDraft = (id: InvoiceId | null): id is InvoiceId => {
    const made = id === null ? undefined : documents.get(id);
    return made !== undefined && made.single && made.open;
  };
  const begun = stored.find(({ startOn, invoiceId }) => startOn === today && isDraft(invoiceId));
  if (begun) return begun.invoiceId;
  return stored.find(({ untilOn, cutBy }) => untilOn === today && isDraft(cutBy))?.cutBy ?? null;
}

/** A row as it was before a draft. */
function before(row: PaidItem, draft: InvoiceId): PaidItem[] {
  if (row.invoiceId === draft) return [];
  if (row.cutBy !== draft || row.uncutOn === null) return [row];
  return [{ ...row, untilOn: row.uncutOn, cutBy: null, uncutOn: null, givenBack: 0n }];
}
