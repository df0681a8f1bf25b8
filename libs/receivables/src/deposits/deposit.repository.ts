import { namedSql, sql, type LockedTx, type Tx } from '@quittance/database';
import type { CreditNoteId, InvoiceId } from '@quittance/kernel';
import { sumOf } from '@quittance/money';
import {
  creditNotes,
  readCredited,
  readNoted,
  type CreditNote,
} from '../credit-notes/credit-note.repository.js';
import type { CreditedLine } from '../credit-notes/rest-of-line.js';
import { linesOf, type Invoice, type InvoiceLine } from '../invoices/invoice.repository.js';

/** A locked invoice that asks for a part of an order ahead. */
export interface LockedDeposit {
  readonly invoice: Invoice;
  readonly lines: readonly InvoiceLine[];
  /** What notes that stand, drafts included, have credited of it. */
  readonly noted: bigint;
  readonly credited: readonly CreditedLine[];
  /** Notes that have deducted it before and are free again, in part or whole; locked. */
  readonly freed: readonly CreditNote[];
}

const INSERT_DEDUCTIONS = namedSql(
  `insert into receivables.deposit_deduction (company_id, credit_note_id, invoice_id, created_at)
   values (:companyId, :noteId, :invoiceId, :now)`,
  { values: { noteId: 'uuid', invoiceId: 'uuid' } },
);

/** Keeps that a note deducts a deposit. Sent before this returns. */
export async function insertDeduction(
  tx: Tx,
  noteId: CreditNoteId,
  invoiceId: InvoiceId,
): Promise<void> {
  await INSERT_DEDUCTIONS.run(tx, { noteId, invoiceId });
}

const FREED = `
  select ${creditNotes.select('n')} from receivables.credit_note n
  where n.company_id = $1 and n.remaining > 0 and n.status in ('issued', 'partially_applied')
    and n.id in (select d.credit_note_id from receivables.deposit_deduction d
      where d.company_id = $1 and d.invoice_id = any($2::uuid[]))
  order by n.id for no key update of n`;

/**
 * What is free of notes that have deducted deposits, in the order of their ids: the invoice that
 * they were deducted from was voided. By `deposit_deduction_invoice_index`. Whoever holds an order
 * never waits for one.
 */
const LOCK_FREED = { wait: sql(FREED), nowait: sql(`${FREED} nowait`) } as const;

/** Locks what notes of locked deposits have free, and reads what was credited of them. */
export async function readDeposits(
  behind: LockedTx,
  locked: readonly Invoice[],
  waits: keyof typeof LOCK_FREED,
): Promise<LockedDeposit[]> {
  if (locked.length === 0) return [];
  const ids = locked.map(({ id }) => id);
  const freed = await behind.rows<CreditNote>(LOCK_FREED[waits], [behind.ctx.companyId, ids]);
  return Promise.all(
    locked.map(async (invoice) => {
      const [lines, noted, credited] = await Promise.all([
        linesOf(behind, invoice.id),
        readNoted(behind, invoice.id),
        readCredited(behind, invoice.id),
      ]);
      const own = freed.filter(({ invoiceId }) => invoiceId === invoice.id);
      return { invoice, lines, noted, credited, freed: own };
    }),
  );
}

/** What is free of notes that have deducted a deposit before, in minor units. */
export function freeOf({ freed }: Pick<LockedDeposit, 'freed'>): bigint {
  return sumOf(freed.map(({ remaining }) => remaining));
}
