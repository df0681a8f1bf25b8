import type { ListDefinition } from '@quittance/lists';
import { nounList } from '@quittance/nouns';
import { creditNoteNoun, type CreditNote } from './credit-note.description.js';
import { creditNoteView, type CreditNoteView } from './credit-note.view.js';

/** The list of credit notes, those on account included. */
export const creditNoteList: ListDefinition<CreditNote, CreditNoteView> = nounList(
  creditNoteNoun,
  creditNoteView,
);
