import type { Tx } from '@quittance/database';
import type { CreditNoteId, ScheduleId } from '@quittance/kernel';
import type { SettledDocuments } from './settle-tools.js';
import type { BilledState } from '@quittance/sales';
import type { PaidItem, PaidState } from '../paid-items.js';
import { NOTES_OF_CHANGES } from './change-line.sql.js';
import { paidLineOf } from './paid-line.js';

/**
 * Of rows whose lines somebody has credited by hand: what of the line may still come back, by the
 * id of the row. What a line asked comes back once, by whatever note.
 */
export async function givenByHand(
  tx: Tx,
  documents: SettledDocuments,
  scheduleId: ScheduleId,
  state: PaidState,
): Promise<ReadonlyMap<PaidItem['id'], NonNullable<BilledState['paid'][number]['within']>>> {
  const invoiceIds = state.items.flatMap(({ invoiceId }) => invoiceId ?? []);
  if (invoiceIds.length === 0) return new Map();
  const notes = await NOTES_OF_CHANGES.rows<{ readonly id: CreditNoteId }>(tx, { scheduleId });
  const own = notes.map(({ id }) => id);
  const byHand = await documents.creditedByOthers(tx, invoiceIds, own);
  if (byHand.size === 0) return new Map();
  const lineOf = (row: PaidItem) =>
    (row.invoiceId && paidLineOf(row, row.invoiceId, state)?.id) ?? null;
  const left = new Map<string, bigint>();
  for (const row of state.items) {
    const line = lineOf(row);
    const credited = line && byHand.get(line);
    if (!line || !credited) continue;
    left.set(line, (left.get(line) ?? -credited) + row.amount - row.givenBack);
  }
  return new Map(
    state.items.flatMap((row) => {
      const line = lineOf(row);
      const most = line === null ? undefined : left.get(line);
      if (line === null || most === undefined) return [];
      return [[row.id, { line, left: most > 0n ? most : 0n }] as const];
    }),
  );
}
