import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { CreditNoteId, InvoiceId, ScheduleId } from '@quittance/kernel';
import type { BilledState } from '@quittance/sales';
import type { PaidItem } from '../../paid-item.js';
import { widerState } from '../../paid-items.js';
import type { PaidState } from '../../paid-state.js';
import type { ChangeId } from '../change-line.js';
import { FIRST_DAY_OF, NOTES_OF_CHANGES } from '../change-line.sql.js';
import { loweredByHand } from './lowered-lines.js';
import { leftOfRows, type AskedRow, type ByHand } from './left-of-rows.js';
import { joinedTo, openOfInvoices } from './open-of-invoices.js';
import { borneLineOf, laterBearerOf, paidLineOf } from '../paid-line.js';
import type { SettledDocuments } from '../settle-tools.js';

/** What a change gives back of an invoice by no note of that. Minor units above 0. */
export interface PromisedCredit {
  readonly invoiceId: InvoiceId;
  readonly changeId: ChangeId;
  readonly amount: bigint;
}

/**
 * Of rows whose invoices somebody has credited by hand: what of them may still come back, by the
 * id of the row. What was asked comes back once, by whatever note.
 */
export async function givenByHand(
  tx: Tx,
  documents: SettledDocuments,
  scheduleId: ScheduleId,
  state: PaidState,
): Promise<ReadonlyMap<PaidItem['id'], NonNullable<BilledState['paid'][number]['within']>>> {
  const { rows, byHand, openOf } = await creditedRows(tx, documents, scheduleId, state);
  if (byHand.length === 0) return new Map();
  const left = leftOfRows(rows, byHand, openOf);
  return new Map(
    state.items.flatMap(({ id }) => {
      const own = left.get(id);
      return own ? [[id, own] as const] : [];
    }),
  );
}

interface CreditedRows {
  readonly state: PaidState;
  readonly rows: readonly AskedRow[];
  readonly byHand: readonly ByHand[];
  readonly openOf: (id: string) => bigint;
}

/** What is paid for, by what asked for it, and what somebody has credited of that by hand. */
export async function creditedRows(
  tx: Tx,
  documents: SettledDocuments,
  scheduleId: ScheduleId,
  known: PaidState,
): Promise<CreditedRows> {
  const { state, byHand } = await creditedState(tx, documents, scheduleId, known);
  const givenUp = state.closed.map((row) => ({ ...askedRow(row, state), isGivenUp: true }));
  const rows = [...state.items.map((row) => askedRow(row, state)), ...givenUp];
  if (byHand.length === 0) return { state, rows, byHand, openOf: () => 0n };
  const open = await openOfInvoices(tx, documents, { scheduleId, state, rows, byHand });
  const ofJoined = byHand.flatMap(({ invoiceId, ...note }) =>
    note.lineId === null ? [{ ...note, invoiceId: joinedTo(invoiceId) }] : [],
  );
  const notes = [...byHand, ...ofJoined];
  return { state, rows, byHand: notes, openOf: (id) => open.get(id) ?? 0n };
}

interface CreditedState {
  readonly state: PaidState;
  readonly byHand: readonly CreditedByHand[];
}

interface CreditedByHand extends ByHand {
  readonly invoiceId: InvoiceId;
}

/**
 * What is paid for with all that invoices asked of which somebody has credited something by hand,
 * or let them ask less: what they share is known by the days before as well, whose rows may stand
 * by others.
 */
export async function creditedState(
  tx: Tx,
  documents: SettledDocuments,
  scheduleId: ScheduleId,
  known: PaidState,
): Promise<CreditedState> {
  let state = known;
  let own: readonly CreditNoteId[] | undefined;
  for (;;) {
    const invoiceIds = invoicesOf(state);
    if (invoiceIds.length === 0) return { state, byHand: [] };
    own ??= await notesOfChanges(tx, scheduleId);
    const notes = await documents.creditedByOthers(tx, invoiceIds, own);
    const byHand = [...notes, ...loweredByHand(state)];
    if (byHand.length === 0) return { state, byHand };
    const credited = [...new Set(byHand.map(({ invoiceId }) => invoiceId))];
    const first = { scheduleId, invoiceIds: credited };
    const { since } = await FIRST_DAY_OF.one<{ readonly since: LocalDate | null }>(tx, first);
    if (since === null || since >= state.since) return { state, byHand };
    state = await widerState(tx, documents, scheduleId, { state, since });
  }
}

async function notesOfChanges(tx: Tx, scheduleId: ScheduleId): Promise<readonly CreditNoteId[]> {
  const notes = await NOTES_OF_CHANGES.rows<{ readonly id: CreditNoteId }>(tx, { scheduleId });
  return notes.map(({ id }) => id);
}

function invoicesOf(state: PaidState): InvoiceId[] {
  const named = state.items.flatMap((row) =>
    [row.invoiceId, laterBearerOf(row, state)].flatMap((id) => id ?? []),
  );
  return [...new Set(named)];
}

/** A row by the line that asked for it. What a later invoice bears is beside what that is of. */
function askedRow(row: PaidItem, state: PaidState): AskedRow {
  const { invoiceId, amount, givenBack } = row;
  const [bearer, left] = [laterBearerOf(row, state), amount - givenBack];
  if (bearer !== null) {
    const lineId = borneLineOf(row, state)?.id ?? null;
    return { ...row, invoiceId: joinedTo(bearer), lineId, left };
  }
  const lineId = (invoiceId && paidLineOf(row, invoiceId, state)?.id) ?? null;
  return { ...row, lineId, left };
}
