import { OF_INVOICE } from '../document-reach.js';
import { datetime, json, lookup, picklist, text } from '@quittance/fields';
import type { Actor, Id, InvoiceId } from '@quittance/kernel';
import {
  amount,
  choicesOf,
  currencyCode,
  describeNoun,
  ids,
  items,
  system,
  type RowOf,
} from '@quittance/nouns';
import { MOST_LINES } from '../invoices/invoice.js';
import { DISPUTE_KINDS, DISPUTE_OUTCOMES, DISPUTE_STATUSES } from './dispute.js';
import type { DisputedLine } from './disputed-lines.js';

/** What of a line is in dispute, in major units. */
export type ShownDisputedLine = DisputedLine;

const REASON = { searched: true, maxLength: 1000 } as const;
const csv = { csv: true } as const;
const nullable = { nullable: true } as const;

/** What customers objected to of an invoice, as the invoice shows the latest of them. */
export const disputeMembers = {
  id: system(lookup<Id<'dispute'>>('Id', null), { ...csv, listed: false }),
  amount: system(amount('Amount', { help: 'What is objected to; dunning leaves it alone.' }), csv),
  status: system(
    picklist('Status', choicesOf(DISPUTE_STATUSES), {
      help: '`open` until somebody looks at it, then how it ended.',
    }),
    { derived: true },
  ),
  kind: system(picklist('Kind', choicesOf(DISPUTE_KINDS)), { ...csv, ...nullable }),
  lineIds: system(ids<Id<'invoice-line'>>('Lines', { maxItems: MOST_LINES })),
  lines: system(items<ShownDisputedLine>('Parts of lines', { maxItems: MOST_LINES })),
  reason: system(text('Reason', REASON), csv),
  openedAt: system(datetime('Opened at'), csv),
  openedBy: system(json<Actor>('Opened by')),
  reviewedAt: system(datetime('Looked at since'), { ...csv, ...nullable }),
  closedAt: system(datetime('Closed at'), { ...csv, ...nullable }),
  closedBy: system(json<Actor>('Closed by'), nullable),
  outcome: system(picklist('Outcome', choicesOf(DISPUTE_OUTCOMES)), { ...csv, ...nullable }),
  note: system(text('Note', REASON), { ...csv, ...nullable, listed: false }),
};

const { id, amount: disputed, ...rest } = disputeMembers;

/** Every dispute there was, with the currency of its invoice. */
export const disputeNoun = describeNoun({
  name: 'dispute',
  label: 'Dispute',
  pluralLabel: 'Disputes',
  path: '/invoices/:id/disputes',
  table: 'receivables.dispute',
  alias: 'd',
  defaultSort: '-openedAt',
  reach: { resource: 'invoices', ways: [OF_INVOICE] },
  members: {
    id,
    invoiceId: system(lookup<InvoiceId>('Invoice', 'invoice'), csv),
    amount: disputed,
    currency: system(currencyCode(), { ...csv, sql: 'i.currency' }),
    ...rest,
  },
});

export type DisputeRow = RowOf<typeof disputeNoun.members>;
