import type { Tx } from '@quittance/database';
import type { CreditNoteId, InvoiceId, ScheduleId } from '@quittance/kernel';
import { sumOf } from '@quittance/money';
import type { BilledState } from '@quittance/sales';
import type { PaidItem } from '../paid-item.js';
import type { PaidState } from '../paid-items.js';
import type { ChangeId } from './change-line.js';
import { NOTES_OF_CHANGES, PROMISED_OF_INVOICES, TAKEN_OFF_AND_NOTED } from './change-line.sql.js';
import { leftOfRows } from './left-of-rows.js';
import { paidLineOf } from './paid-line.js';
import type { SettledDocuments } from './settle-tools.js';

/** What a change gives back of an invoice by no note of that. Minor units above 0. */
export interface PromisedCredit {
  readonly invoiceId: InvoiceId;
  readonly changeId: ChangeId;
  readonly amount: bigint;
}

type CreditedOfInvoice = Awaited<ReturnType<SettledDocuments['creditedByOthers']>>[number];
type OfInvoice = Pick<PromisedCredit, 'invoiceId' | 'amount'>;

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
  const open = await openOf(tx, documents, byHand, state.undone?.ids ?? []);
  return { rows, byHand, openOf: (id: string) => open.get(id as InvoiceId) ?? 0n };
}

/**
 * What of invoices that were credited without a line nothing has given back of what they asked.
 * What they take off of others is theirs to give back as well: it came back of what asked for that.
 * What changes give back is of what asked for it, whichever invoice had room for the note.
 */
async function openOf(
  tx: Tx,
  documents: SettledDocuments,
  byHand: readonly CreditedOfInvoice[],
  undone: readonly ChangeId[],
): Promise<ReadonlyMap<InvoiceId, bigint>> {
  const without = byHand.filter(({ lineId }) => lineId === null);
  const invoiceIds = [...new Set(without.map(({ invoiceId }) => invoiceId))];
  if (invoiceIds.length === 0) return new Map();
  const [made, byAll, promised, changed] = await Promise.all([
    documents.find(tx, invoiceIds),
    documents.creditedByOthers(tx, invoiceIds, []),
    PROMISED_OF_INVOICES.rows<PromisedCredit>(tx, { invoiceIds }),
    TAKEN_OFF_AND_NOTED.rows<OfInvoice>(tx, { invoiceIds, undone }),
  ]);
  const elsewhere = promised.filter(({ changeId }) => !undone.includes(changeId));
  return new Map(
    invoiceIds.map((id) => {
      const noted = sumOfInvoice(byAll, id, 'net') - sumOfInvoice(byHand, id, 'net');
      const own = noted + sumOfInvoice(changed, id, 'amount');
      const creditable = made.get(id)?.creditable ?? 0n;
      return [id, creditable + own - sumOfInvoice(elsewhere, id, 'amount')] as const;
    }),
  );
}

function sumOfInvoice<Name extends string>(
  rows: readonly (Record<Name, bigint> & { readonly invoiceId: InvoiceId })[],
  id: InvoiceId,
  name: Name,
): bigint {
  return sumOf(rows.flatMap((row) => (row.invoiceId === id ? row[name] : [])));
}
