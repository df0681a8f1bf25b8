import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { CreditNoteId, InvoiceId, ScheduleId } from '@quittance/kernel';
import type { MadeDocument } from '@quittance/receivables';
import type { BilledState } from '@quittance/sales';
import { PAID_FROM } from './billed.sql.js';
import { loweredByHand } from './changes/by-hand/lowered-lines.js';
import type { ChangeId, KeptChangeLine } from './changes/change-line.js';
import {
  ASKED_BY_CHANGES,
  NOTES_OF_CHANGES,
  OPEN_CHANGE_LINES,
} from './changes/change-line.sql.js';
import type { SettledDocuments } from './changes/settle-tools.js';
import { undoneOn, type UndoneChanges } from './changes/taken-back.js';
import { UNCUT, type PaidItem } from './paid-item.js';
import type { AskedByChange, PaidState } from './paid-state.js';

/**
 * What of a schedule is paid for from a day on, as if earlier changes of it were none: changes of
 * one day are one. With `since` it is what is paid for as it stands.
 */
export async function paidState(
  tx: Tx,
  documents: SettledDocuments,
  scheduleId: ScheduleId,
  at: LocalDate | { readonly since: LocalDate },
): Promise<PaidState> {
  const [day, undoes] = typeof at === 'string' ? [at, true] : [at.since, false];
  const [stored, lines, asked] = await Promise.all([
    PAID_FROM.rows<PaidItem>(tx, { scheduleId, day }),
    OPEN_CHANGE_LINES.rows<KeptChangeLine>(tx, { scheduleId, day }),
    ASKED_BY_CHANGES.rows<AskedByChange>(tx, { scheduleId, day }),
  ]);
  const made = await documents.find(tx, namedIn(stored, lines, asked));
  const standing = stored.filter((row) => isStanding(row, made));
  const byHand = undoes
    ? await creditedOfDay(tx, documents, scheduleId, { lines, made, day, stored, asked })
    : null;
  const undone = byHand && undoneOn({ day, lines, paid: standing, documents: made, byHand });
  const waiting = lines.filter(({ waits, changeId }) => waits && !undone?.ids.includes(changeId));
  const rows = rowsAhead(stored, made, undone);
  return { since: day, ...rows, documents: made, undone, stored, waiting, asked };
}

/** The same with what was paid for on earlier days. */
export async function widerState(
  tx: Tx,
  documents: SettledDocuments,
  scheduleId: ScheduleId,
  { state, since }: { readonly state: PaidState; readonly since: LocalDate },
): Promise<PaidState> {
  const [stored, asked] = await Promise.all([
    PAID_FROM.rows<PaidItem>(tx, { scheduleId, day: since }),
    ASKED_BY_CHANGES.rows<AskedByChange>(tx, { scheduleId, day: since }),
  ]);
  const found = await documents.find(tx, namedIn(stored, asked));
  const made = new Map([...state.documents, ...found]);
  const rows = rowsAhead(stored, made, state.undone);
  return { ...state, since, ...rows, documents: made, stored, asked };
}

type Named = readonly { readonly invoiceId: InvoiceId | null }[];

const namedIn = (...all: readonly Named[]): InvoiceId[] =>
  all.flat().flatMap(({ invoiceId }) => invoiceId ?? []);

/**
 * What was voided or cancelled asks for nothing: its days are not paid for. What a change asks for
 * is asked by another invoice then.
 */
function isStanding(
  { changeId, invoiceId }: PaidItem,
  made: ReadonlyMap<InvoiceId, MadeDocument>,
): boolean {
  return changeId !== null || (invoiceId !== null && made.get(invoiceId)?.closed === false);
}

/** Rows that stand and those of what was given up, as if what is undone were none. */
function rowsAhead(
  stored: readonly PaidItem[],
  made: ReadonlyMap<InvoiceId, MadeDocument>,
  undone: UndoneChanges | null,
): Pick<PaidState, 'items' | 'closed'> {
  const asBefore = (row: PaidItem) => (undone === null ? [row] : before(row, undone.ids));
  return {
    items: stored.filter((row) => isStanding(row, made)).flatMap(asBefore),
    closed: stored.filter((row) => !isStanding(row, made)).flatMap(asBefore),
  };
}

interface LinesOfDay {
  readonly lines: readonly KeptChangeLine[];
  readonly made: ReadonlyMap<InvoiceId, MadeDocument>;
  readonly day: LocalDate;
  readonly stored: readonly PaidItem[];
  readonly asked: readonly AskedByChange[];
}

/**
 * Invoices that bear changes of a day and of which somebody has credited something by hand, or that
 * ask less than was billed by them.
 */
async function creditedOfDay(
  tx: Tx,
  documents: SettledDocuments,
  scheduleId: ScheduleId,
  { lines, made, day, stored, asked }: LinesOfDay,
): Promise<ReadonlySet<InvoiceId>> {
  const ofDay = lines.filter(({ borne, madeOn }) => borne && madeOn === day);
  const bearers = ofDay.flatMap(({ invoiceId }) => invoiceId ?? []);
  const sent = bearers.filter((id) => made.get(id)?.open === false);
  if (sent.length === 0) return new Set();
  const notes = await NOTES_OF_CHANGES.rows<{ readonly id: CreditNoteId }>(tx, { scheduleId });
  const own = notes.map(({ id }) => id);
  const found = await documents.creditedByOthers(tx, sent, own);
  const known = { items: stored, stored, documents: made, asked };
  const lowered = loweredByHand(known).filter(({ invoiceId }) => sent.includes(invoiceId));
  return new Set([...found, ...lowered].map(({ invoiceId }) => invoiceId));
}

/** What changes that are undone come to, line by line. */
export function undoneItems({
  dropped,
  standing,
}: UndoneChanges): NonNullable<BilledState['undone']> {
  const owed = [
    ...dropped.filter(({ waits, borne, netted }) => waits || borne || netted),
    ...standing,
  ];
  return owed.map(({ itemId, amount }) => {
    return amount < 0n
      ? { itemId, credit: -amount, charge: 0n }
      : { itemId, credit: 0n, charge: amount };
  });
}

/** A row as it was before changes. */
function before(row: PaidItem, changes: readonly ChangeId[]): PaidItem[] {
  const isOf = (id: ChangeId | null) => id !== null && changes.includes(id);
  if (row.ownChange && isOf(row.changeId)) return [];
  if (!isOf(row.cutBy) || row.uncutOn === null) return [row];
  const { uncutOn: untilOn, uncutBack: givenBack, uncutHeld: heldBack } = row;
  const { uncutAgainst: givenAgainst, uncutDivision: division } = row;
  return [{ ...row, ...UNCUT, untilOn, givenBack, heldBack, givenAgainst, division }];
}
