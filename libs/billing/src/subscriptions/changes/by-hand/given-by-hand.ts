import type { Tx } from '@quittance/database';
import type { CreditNoteId, InvoiceId, ScheduleId } from '@quittance/kernel';
import type { BilledState } from '@quittance/sales';
import type { PaidItem } from '../../paid-item.js';
import type { PaidState } from '../../paid-items.js';
import type { ChangeId } from '../change-line.js';
import { NOTES_OF_CHANGES } from '../change-line.sql.js';
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
  readonly rows: readonly AskedRow[];
  readonly byHand: readonly ByHand[];
  readonly openOf: (id: string) => bigint;
}

/** What is paid for, by what asked for it, and what somebody has credited of that by hand. */
export async function creditedRows(
  tx: Tx,
  documents: SettledDocuments,
  scheduleId: ScheduleId,
  state: PaidState,
): Promise<CreditedRows> {
  const rows = state.items.map((row) => askedRow(row, state));
  const nothing = { rows, byHand: [], openOf: () => 0n };
  const invoiceIds = state.items.flatMap((row) =>
    [row.invoiceId, laterBearerOf(row, state)].flatMap((id) => id ?? []),
  );
  if (invoiceIds.length === 0) return nothing;
  const notes = await NOTES_OF_CHANGES.rows<{ readonly id: CreditNoteId }>(tx, { scheduleId });
  const own = notes.map(({ id }) => id);
  const byHand = await documents.creditedByOthers(tx, invoiceIds, own);
  if (byHand.length === 0) return nothing;
  const open = await openOfInvoices(tx, documents, { scheduleId, state, rows, byHand });
  const ofJoined = byHand.flatMap(({ invoiceId, ...note }) =>
    note.lineId === null ? [{ ...note, invoiceId: joinedTo(invoiceId) }] : [],
  );
  const givenUp = state.closed.map((row) => ({ ...askedRow(row, state), isGivenUp: true }));
  const all = [...rows, ...givenUp];
  return { rows: all, byHand: [...byHand, ...ofJoined], openOf: (id) => open.get(id) ?? 0n };
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
