import { headOf, lineHeadOf } from '@quittance/nouns';
import { documentLineViews } from '@quittance/lines';
import { creditNoteNoun } from './credit-note.description.js';
import { creditNoteLineNoun } from './credit-note-line.description.js';

/** A credit note as the API and events show it. */
export const creditNoteView = headOf(creditNoteNoun, {});

export type CreditNoteView = ReturnType<typeof creditNoteView>;

/** A line of a credit note as the API shows it. */
export const creditNoteLineView = lineHeadOf(creditNoteLineNoun, documentLineViews);
