import type { InvoiceId } from '@quittance/kernel';
import type { recordTaxOfNote } from '@quittance/tax';
import { recordedLine } from '../invoice-lines/taxed-invoice.js';
import type { CreditNote, CreditNoteLine } from '../credit-notes/credit-note.repository.js';

/** A credit note as the tax it gives back is recorded. */
export function taxedNote(
  note: CreditNote,
  invoiceId: InvoiceId,
  lines: readonly CreditNoteLine[],
): Parameters<typeof recordTaxOfNote>[1] {
  const { id, number, issueDate, subtotal, taxTotal, total, pricesIncludeTax } = note;
  return {
    id,
    number,
    invoiceId,
    issueDate,
    subtotal,
    taxTotal,
    total,
    lines: () => lines.map((line) => recordedLine(line, pricesIncludeTax)),
  };
}
