import type { Tx } from '@quittance/database';
import type { CreditNoteId, InvoiceId, ScheduleId } from '@quittance/kernel';
import { minOf, sumOf } from '@quittance/money';
import { DocumentsWithin, type MadeDocument } from '@quittance/receivables';
import type { RatedSpan } from '@quittance/sales';
import { hasFallen, type BilledUsage } from '../../usage-lines.js';
import { NOTES_OF_CHANGES, NOTES_OF_THESE } from '../change-line.sql.js';
import type { SettledDocuments } from '../settle-tools.js';

const askedBy = ({ invoiceId, ahead }: BilledUsage) => [
  ...(invoiceId ? [invoiceId] : []),
  ...ahead,
];

/**
 * Of usage that came late what somebody has credited by hand, or had: what comes back of that is
 * reckoned behind the run, schedule by schedule. No statement where nothing has fallen.
 */
export async function usageCreditedByHand(
  tx: Tx,
  late: readonly { readonly billed: BilledUsage; readonly rated: RatedSpan }[],
  { holds = false }: { readonly holds?: boolean },
): Promise<ReadonlySet<BilledUsage>> {
  const known = late.flatMap(({ billed }) => (billed.byHand > 0n ? [billed] : []));
  const fallen = late.flatMap(({ billed, rated }) => (hasFallen(billed, rated) ? [billed] : []));
  const invoiceIds = fallen.flatMap(askedBy);
  if (invoiceIds.length === 0) return new Set(known);
  const notes = await DocumentsWithin.notesOf(tx, invoiceIds, { holds });
  if (notes.length === 0) return new Set(known);
  const own = await NOTES_OF_THESE.rows<{ readonly id: CreditNoteId }>(tx, {
    noteIds: notes.map(({ id }) => id),
  });
  const byHand = notes.filter(({ id }) => !own.some((each) => each.id === id));
  const credited = new Set(byHand.map(({ invoiceId }) => invoiceId));
  return new Set([
    ...known,
    ...fallen.filter((row) => askedBy(row).some((id) => credited.has(id))),
  ]);
}

/**
 * What was credited by hand of lines that billed usage, less what of it stood for usage that was
 * taken back before. It holds their invoices: who credits them meanwhile sees what comes back.
 */
export async function usageByHand(
  tx: Tx,
  documents: Pick<SettledDocuments, 'find' | 'hold' | 'creditedByOthers'>,
  scheduleId: ScheduleId,
  billed: readonly BilledUsage[],
): Promise<ReadonlyMap<BilledUsage, bigint>> {
  const invoiceIds = billed.flatMap(askedBy);
  if (invoiceIds.length === 0) return new Map();
  await documents.hold(tx, invoiceIds);
  const notes = await NOTES_OF_CHANGES.rows<{ readonly id: CreditNoteId }>(tx, { scheduleId });
  const own = notes.map(({ id }) => id);
  const byHand = await documents.creditedByOthers(tx, invoiceIds, own);
  if (byHand.length === 0 && billed.every((row) => row.byHand === 0n)) return new Map();
  const made = await documents.find(tx, invoiceIds);
  const loose = looseOf(byHand, billed, made);
  return new Map(
    billed.flatMap((row): [BilledUsage, bigint][] => {
      if (row.forgiven) return [];
      const lines = row.invoiceId ? linesOf(row, made.get(row.invoiceId)) : [];
      const named = byHand.filter(
        ({ invoiceId, lineId }) =>
          row.ahead.includes(invoiceId) || lines.some(({ id }) => id === lineId),
      );
      const most = row.usage + row.trueUp;
      const shared = row.invoiceId ? minOf(loose.get(row.invoiceId) ?? 0n, most) : 0n;
      if (row.invoiceId) loose.set(row.invoiceId, (loose.get(row.invoiceId) ?? 0n) - shared);
      return [[row, sumOf(named.map(({ net }) => net)) + shared - row.byHand]];
    }),
  );
}

type Loose = [InvoiceId, bigint];

/**
 * What was credited of invoices without a line, beyond what all but usage has left of them: that
 * can be of usage alone.
 */
function looseOf(
  byHand: Awaited<ReturnType<SettledDocuments['creditedByOthers']>>,
  billed: readonly BilledUsage[],
  made: ReadonlyMap<InvoiceId, MadeDocument>,
): Map<InvoiceId, bigint> {
  const without = byHand.filter(({ lineId }) => lineId === null);
  return new Map(
    [...new Set(without.map(({ invoiceId }) => invoiceId))].flatMap((invoiceId): Loose[] => {
      const notes = without.filter((note) => note.invoiceId === invoiceId);
      const net = sumOf(notes.map((note) => note.net));
      const invoice = made.get(invoiceId);
      const used = billed.flatMap((row) =>
        row.invoiceId === invoiceId ? linesOf(row, invoice) : [],
      );
      const others = (invoice?.lines ?? []).filter((line) => !used.includes(line));
      const beyond = net - sumOf(others.map(({ creditable }) => creditable));
      return beyond > 0n ? [[invoiceId, beyond]] : [];
    }),
  );
}

function linesOf(
  { firstLine, lastLine }: BilledUsage,
  invoice: MadeDocument | undefined,
): readonly MadeDocument['lines'][number][] {
  if (firstLine === null || lastLine === null) return [];
  return (invoice?.lines ?? []).filter(
    ({ position }) => position >= firstLine && position <= lastLine,
  );
}
