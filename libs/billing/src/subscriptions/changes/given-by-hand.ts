import type { Tx } from '@quittance/database';
import type { CreditNoteId, InvoiceId, ScheduleId } from '@quittance/kernel';
import { minOf, sumOf } from '@quittance/money';
import type { BilledState } from '@quittance/sales';
import type { PaidItem } from '../paid-item.js';
import type { PaidState } from '../paid-items.js';
import type { ChangeId } from './change-line.js';
import { MOVED_BY_CHANGES, NOTES_OF_CHANGES } from './change-line.sql.js';
import { leftOfRows } from './left-of-rows.js';
import { askedLineOf, paidLineOf } from './paid-line.js';
import type { SettledDocuments } from './settle-tools.js';

/** What a change gives back of an invoice by no note of that. Minor units above 0. */
export interface PromisedCredit {
  readonly invoiceId: InvoiceId;
  readonly changeId: ChangeId;
  readonly amount: bigint;
}

type CreditedOfInvoice = Awaited<ReturnType<SettledDocuments['creditedByOthers']>>[number];

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

/** What is paid for, and what somebody has credited of it by hand. */
export async function creditedRows(
  tx: Tx,
  documents: SettledDocuments,
  scheduleId: ScheduleId,
  state: PaidState,
) {
  const rows = state.items.map((row) => {
    const { invoiceId, amount, givenBack } = row;
    const lineId = (invoiceId && paidLineOf(row, invoiceId, state)?.id) ?? null;
    return { ...row, lineId, left: amount - givenBack };
  });
  const invoiceIds = state.items.flatMap(({ invoiceId }) => invoiceId ?? []);
  const nothing = { rows, byHand: [], openOf: () => 0n };
  if (invoiceIds.length === 0) return nothing;
  const notes = await NOTES_OF_CHANGES.rows<{ readonly id: CreditNoteId }>(tx, { scheduleId });
  const own = notes.map(({ id }) => id);
  const byHand = await documents.creditedByOthers(tx, invoiceIds, own);
  if (byHand.length === 0) return nothing;
  const open = await openOf(tx, documents, byHand, state);
  return { rows, byHand, openOf: (id: string) => open.get(id as InvoiceId) ?? 0n };
}

/**
 * What of invoices that were credited without a line nothing has given back of what they asked: for
 * whose rows they stand, they ask, whatever bears the lines of these. What they take off of others
 * is theirs to give back as well, as it came back of what asked for that; of what joined the
 * invoice of a period no more than that all of it takes off. What changes give back is of what
 * asked for it, whichever invoice had room for a note.
 */
async function openOf(
  tx: Tx,
  documents: SettledDocuments,
  byHand: readonly CreditedOfInvoice[],
  state: PaidState,
): Promise<ReadonlyMap<InvoiceId, bigint>> {
  const without = byHand.filter(({ lineId }) => lineId === null);
  const invoiceIds = [...new Set(without.map(({ invoiceId }) => invoiceId))];
  if (invoiceIds.length === 0) return new Map();
  const undone = state.undone?.ids ?? [];
  const [made, byAll, moved] = await Promise.all([
    documents.find(tx, invoiceIds),
    documents.creditedByOthers(tx, invoiceIds, []),
    MOVED_BY_CHANGES.rows<MovedByChanges>(tx, { invoiceIds, undone }),
  ]);
  return new Map(
    invoiceIds.map((id) => {
      const { creditable = 0n, single = false, lines = [] } = made.get(id) ?? {};
      const byChanges = netOf(byAll, id) - netOf(byHand, id);
      const { back, rest, corrected } = moved.find(({ invoiceId }) => invoiceId === id) ?? UNMOVED;
      const joined = rest > 0n ? rest : 0n;
      // A line that somebody has taken off a draft takes nothing off any more.
      const shown = -sumOf(lines.flatMap(({ left }) => (left < 0n ? left : [])));
      const takenOff = minOf(single ? back : joined, shown);
      const beside = state.items.filter((row) => row.invoiceId === id && !isBorne(row, state));
      const askedBeside = sumOf(beside.map(({ amount }) => amount));
      return [id, creditable + byChanges + takenOff + askedBeside + corrected] as const;
    }),
  );
}

interface MovedByChanges {
  readonly invoiceId: InvoiceId;
  readonly back: bigint;
  readonly rest: bigint;
  readonly corrected: bigint;
}

const UNMOVED = { back: 0n, rest: 0n, corrected: 0n };

/** Whether the invoice that a row stands by bears what asked for it. */
function isBorne(row: PaidItem, state: PaidState): boolean {
  const asked = askedLineOf(row, state);
  return asked === null || asked.invoiceId === row.invoiceId;
}

function netOf(credited: readonly CreditedOfInvoice[], id: InvoiceId): bigint {
  return sumOf(credited.flatMap(({ invoiceId, net }) => (invoiceId === id ? net : [])));
}
