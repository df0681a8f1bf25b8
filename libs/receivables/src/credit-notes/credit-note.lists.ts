import type { ListDefinition } from '@quittance/lists';
import { creditNoteNoun, type CreditNote } from './credit-note.description.js';
import { creditNoteView, type CreditNoteView } from './credit-note.view.js';

/** The list of credit notes, those on account included. */
export const creditNoteList: ListDefinition<CreditNote, CreditNoteView> = {
  from: 'receivables.credit_note n',
  select: creditNoteNoun.rows.select('n'),
  id: 'n.id',
  fields: creditNoteNoun.listFields,
  search: creditNoteNoun.search,
  defaultSort: '-issueDate',
  columns: creditNoteNoun.csv,
  map: creditNoteView,
};
