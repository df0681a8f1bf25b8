import { describeField, json, lookup } from '@quittance/fields';
import type { Id, InvoiceId } from '@quittance/kernel';
import { describeNoun, hidden, system, type RowOf } from '@quittance/nouns';
import { documentLineMembers } from '@quittance/lines';
import type { PricedLine } from '@quittance/tax';

/** What of `receivables.invoice_line` reads, writes, shows and prints it. */
export const invoiceLineNoun = describeNoun({
  name: 'invoice-line',
  label: 'Invoice line',
  pluralLabel: 'Invoice lines',
  path: '/invoices/{id}/lines',
  table: 'receivables.invoice_line',
  alias: 'l',
  defaultSort: 'position',
  members: {
    invoiceId: hidden(lookup<InvoiceId>('Invoice', 'invoice')),
    id: system(lookup<Id<'invoice-line'>>('Id', null)),
    scheduleLineId: hidden(lookup<Id<'schedule-line'>>('Line of the schedule', null), {
      nullable: true,
    }),
    ...documentLineMembers,
    /** The company's code that it was priced by, as it says neither code nor rate. */
    defaultTaxCode: hidden(describeField<string>('text', 'Default tax code'), { nullable: true }),
    /** Of the decision that the line was priced by; a credit note copies it and warns of nothing. */
    taxWarnings: system(
      json<NonNullable<PricedLine['warnings']>>('Tax warnings', {
        help: 'What to look at beside the tax decision, as it was when the line was priced.',
      }),
    ),
  },
});

export type InvoiceLine = RowOf<typeof invoiceLineNoun.members>;
