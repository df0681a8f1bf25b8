import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import type { Currency } from '@quittance/money';
import type { InvoiceId } from '@quittance/kernel';
import { headOf, nounList } from '@quittance/nouns';
import { disputeNoun, type DisputeRow } from './dispute.description.js';
import { disputeStatus } from './dispute.js';
import { shownLines } from './dispute.view.js';

interface ListedDispute extends DisputeRow {
  readonly currency: Currency;
}

const head = headOf(disputeNoun, {
  currency: ({ currency }: ListedDispute) => currency,
  status: disputeStatus,
  lines: ({ lines, currency }: ListedDispute) => shownLines(lines, currency),
});

/** A dispute as the API shows it, with the currency of its invoice. */
const disputeView = (dispute: ListedDispute) => head(dispute);

/** Every dispute there was, the latest first. */
export const disputeList: ListDefinition<ListedDispute, ReturnType<typeof disputeView>> = {
  ...nounList(disputeNoun, head),
  from:
    'receivables.dispute d join receivables.invoice i on i.company_id = $1::uuid and i.id = ' +
    'd.invoice_id',
  select: `${disputeNoun.rows.select('d')}, i.currency`,
  map: disputeView,
};

/** Narrows the list to the disputes of one invoice. */
export const disputesOfInvoice =
  (id: InvoiceId): ListNarrowing =>
  (bind) =>
    `d.invoice_id = ${bind(id)}`;
