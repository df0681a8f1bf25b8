import type { Tx } from '@quittance/database';
import type { InvoiceId, ScheduleId } from '@quittance/kernel';
import { minOf, sumOf } from '@quittance/money';
import type { MadeDocument } from '@quittance/receivables';
import type { PaidState } from '../../paid-state.js';
import { ASKED_ELSEWHERE, MOVED_BY_CHANGES } from '../change-line.sql.js';
import { leftByLines, type AskedRow, type ByHand } from './left-of-rows.js';
import type { SettledDocuments } from '../settle-tools.js';

interface CreditedInvoices {
  readonly scheduleId: ScheduleId;
  readonly state: PaidState;
  readonly rows: readonly AskedRow[];
  readonly byHand: readonly (ByHand & { readonly invoiceId: InvoiceId })[];
}

/** The key of the rows that stand by another invoice and were asked by a line that one bears. */
export const joinedTo = (invoiceId: InvoiceId) => `joined:${invoiceId}`;

/**
 * What of invoices that were credited without a line may still come back, for each in two parts:
 * of the rows that stand by it, and (`joinedTo`) of those that stand by others and that it asked
 * for; both are never more than all that it asked, less the notes and what has come back. It asks
 * for whose rows it stands also where their lines wait. What it takes off of others is its own to
 * give back as well, as it came back of what asked for that; of what joined the invoice of a period
 * no more than that takes off beyond what it asks. What changes give back is of what asked for it,
 * whichever invoice had room for a note.
 */
export async function openOfInvoices(
  tx: Tx,
  documents: SettledDocuments,
  { scheduleId, state, rows, byHand }: CreditedInvoices,
): Promise<ReadonlyMap<string, bigint>> {
  const without = byHand.filter(({ lineId }) => lineId === null);
  const invoiceIds = [...new Set(without.map(({ invoiceId }) => invoiceId))];
  if (invoiceIds.length === 0) return new Map();
  const undone = state.undone?.ids ?? [];
  const [made, byAll, moved, elsewhere] = await Promise.all([
    documents.find(tx, invoiceIds),
    documents.creditedByOthers(tx, invoiceIds, []),
    MOVED_BY_CHANGES.rows<MovedByChanges>(tx, { invoiceIds, undone }),
    ASKED_ELSEWHERE.rows<AskedElsewhere>(tx, { scheduleId, invoiceIds, undone }),
  ]);
  return new Map(
    invoiceIds.flatMap((id): [string, bigint][] => {
      const document = made.get(id);
      const { creditable = 0n, single = false } = document ?? {};
      const { back, corrected } = moved.find(({ invoiceId }) => invoiceId === id) ?? UNMOVED;
      // What it asks less was credited by none.
      const notes = byHand.filter(({ noteId }) => noteId !== undefined);
      const byChanges = netOf(byAll, id) - netOf(notes, id);
      const asked = creditable + byChanges + corrected + besideOf(elsewhere, id);
      const borne = elsewhere.filter(({ bearer }) => bearer === id);
      const ofBorne = sumOf(borne.map(({ amount }) => amount));
      const beyond = single ? back : back - minOf(back, ofBorne);
      const own = asked + shownOf(beyond, document);
      const all = asked + shownOf(back, document) - sumOf(borne.map((row) => row.back));
      return [
        [id, own],
        [joinedTo(id), all - minOf(own, leftByLines(rows, byHand, id))],
      ];
    }),
  );
}

interface MovedByChanges {
  readonly invoiceId: InvoiceId;
  readonly back: bigint;
  readonly corrected: bigint;
}

const UNMOVED = { back: 0n, corrected: 0n };

interface AskedElsewhere {
  readonly standsBy: InvoiceId | null;
  /** Null where the line waits. */
  readonly bearer: InvoiceId | null;
  readonly amount: bigint;
  readonly back: bigint;
}

/** What an invoice asks by lines that wait; and what came back of what others bear is of those. */
function besideOf(elsewhere: readonly AskedElsewhere[], id: InvoiceId): bigint {
  return sumOf(
    elsewhere.flatMap(({ standsBy, bearer, amount, back }) => {
      if (standsBy !== id) return [];
      return bearer === null ? amount : back;
    }),
  );
}

/** Of what an invoice takes off: a line that somebody has taken off a draft takes off nothing. */
function shownOf(takenOff: bigint, document: MadeDocument | undefined): bigint {
  const lines = document?.lines ?? [];
  const shown = lines.filter(({ left, periodStart }) => left < 0n && periodStart !== null);
  return minOf(takenOff, -sumOf(shown.map(({ left }) => left)));
}

function netOf(credited: readonly ByHand[], id: InvoiceId): bigint {
  return sumOf(credited.flatMap(({ invoiceId, net }) => (invoiceId === id ? net : [])));
}
