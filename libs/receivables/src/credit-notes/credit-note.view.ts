import { headOf } from '@quittance/nouns';
import { documentLineView } from '../invoices/invoice.view.js';
import { creditNoteNoun } from './credit-note.description.js';
import type { CreditNoteLine } from './credit-note.repository.js';

/** A credit note as the API and events show it. */
export const creditNoteView = headOf(creditNoteNoun, {});

export type CreditNoteView = ReturnType<typeof creditNoteView>;

/** A line of a credit note as the API shows it. */
export function creditNoteLineView(line: CreditNoteLine, currency: string) {
  const { id, invoiceLineId } = line;
  return { id, invoiceLineId, ...documentLineView(line, currency) };
}
