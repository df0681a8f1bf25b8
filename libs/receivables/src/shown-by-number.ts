import type { ReferenceTarget } from '@quittance/metadata';
import { creditNoteNoun } from './credit-notes/credit-note.description.js';
import { paymentNoun } from './payments/payment.description.js';

/** What rows of lists name by its id, and no object of the engine is, by its number. */
export const SHOWN_BY_NUMBER: readonly ReferenceTarget[] = [paymentNoun, creditNoteNoun].map(
  ({ name, label, pluralLabel, table, reach: { resource, ways } }) => ({
    name,
    label,
    table,
    titleColumn: 'number',
    kept: { resource, pluralLabel, owned: false, ways },
  }),
);
