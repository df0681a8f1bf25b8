import { lookup } from '@quittance/fields';
import type { CreditNoteId, Id, InvoiceId } from '@quittance/kernel';
import { describeNoun, hidden, optional, system, type RowOf } from '@quittance/nouns';
import { documentLineMembers } from '@quittance/lines';

/** Which line a line of a credit note corrects: beside all that lines have in common. */
export const correctionMembers = {
  invoiceLineId: optional(
    lookup<Id<'invoice-line'>>('Line of the invoice', null, {
      help:
        'The line of the invoice that it corrects; it is taxed as that one was, and has its ' +
        'sign.',
    }),
  ),
};

/** What of `receivables.credit_note_line` reads, writes, shows and prints it. */
export const creditNoteLineNoun = describeNoun({
  name: 'credit-note-line',
  label: 'Credit note line',
  pluralLabel: 'Credit note lines',
  path: '/credit-notes/{id}/lines',
  table: 'receivables.credit_note_line',
  alias: 'l',
  defaultSort: 'position',
  members: {
    creditNoteId: hidden(lookup<CreditNoteId>('Credit note', null)),
    id: system(lookup<Id<'credit-note-line'>>('Id', null)),
    invoiceId: hidden(lookup<InvoiceId>('Invoice', 'invoice'), { nullable: true }),
    ...correctionMembers,
    ...documentLineMembers,
  },
});

export type CreditNoteLine = RowOf<typeof creditNoteLineNoun.members>;
