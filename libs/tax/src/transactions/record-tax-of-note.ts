import { type Tx } from '@quittance/database';
import { newId, type CreditNoteId, type InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { RecordedLine } from '../engines/tax-engine.port.js';
import { documentOf, storedDocument, type StoredDocument } from './stored-document.js';
import { insertTaxTransaction, taxOfInvoice } from './tax-transaction.repository.js';
import type { TaxTransaction } from './tax-transaction.js';

/** A credit note as it is issued, with the tax that its customer is given back: minor units. */
export interface TaxedNote {
  readonly id: CreditNoteId;
  readonly number: string;
  readonly invoiceId: InvoiceId;
  readonly issueDate: LocalDate;
  readonly subtotal: bigint;
  readonly taxTotal: bigint;
  readonly total: bigint;
  /** Asked for only where a provider has to be told. */
  readonly lines: () => readonly RecordedLine[];
}

/**
 * Records the tax that a credit note gives back, in the transaction that issues it. Whoever has the
 * invoice is told, whichever engine serves the company by now; and of an invoice that nobody was
 * told of nobody has to know what is taken off it.
 */
export async function recordTaxOfNote(tx: Tx, note: TaxedNote): Promise<void> {
  const invoice = await taxOfInvoice(tx, note.invoiceId);
  if (!invoice) return;
  const document = invoice.document && noteDocument(invoice.document, note);
  tx.later(insertTaxTransaction(tx, noteTransaction(tx, invoice, note, document)));
}

/** Taxed as its invoice was: its buyer and seller, its certificate, the date of its rates. */
function noteDocument(stored: StoredDocument, note: TaxedNote): StoredDocument {
  const invoice = documentOf(stored);
  const { code, reference, taxDate = invoice.date } = invoice;
  return storedDocument({
    ...invoice,
    date: note.issueDate,
    code: note.number,
    reference: note.id,
    corrects: { code, reference, date: taxDate },
    lines: note.lines(),
    net: note.subtotal,
    tax: note.taxTotal,
  });
}

function noteTransaction(
  { ctx: { now } }: Tx,
  invoice: TaxTransaction,
  note: TaxedNote,
  document: StoredDocument | null,
): TaxTransaction {
  return {
    ...invoice,
    id: newId<'tax-transaction'>(),
    version: 1,
    creditNoteId: note.id,
    creditNoteNumber: note.number,
    operation: 'commit',
    state: document ? 'pending' : 'committed',
    invoiceVoid: false,
    net: note.subtotal,
    tax: note.taxTotal,
    total: note.total,
    document,
    providerReference: null,
    error: null,
    attempts: 0,
    sweeps: 0,
    nextAttemptAt: document ? now : null,
    busyUntil: null,
    committedAt: document ? null : now,
    voidedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
