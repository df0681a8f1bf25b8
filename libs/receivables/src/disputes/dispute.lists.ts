import type { ListDefinition, ListField, ListNarrowing } from '@quittance/lists';
import { formatMinor, type Currency } from '@quittance/money';
import type { InvoiceId } from '@quittance/kernel';
import type { DisputeEntity } from './dispute.entity.js';
import { DISPUTE_OUTCOMES } from './dispute.js';
import { disputes } from './dispute.repository.js';

/** A dispute with the currency of its invoice. */
interface DisputeRow extends Omit<DisputeEntity, 'companyId'> {
  readonly currency: Currency;
}

/** A dispute as the API shows it. */
export interface DisputeListItem extends Omit<DisputeEntity, 'companyId' | 'amount'> {
  /** Major units as decimal text. */
  readonly amount: string;
  readonly currency: Currency;
}

const money: ListField = { sql: 'd.amount', type: 'money', currency: 'i.currency', notNull: true };

/** Every dispute there was, the latest first. */
export const disputeList: ListDefinition<DisputeRow, DisputeListItem> = {
  from:
    'receivables.dispute d join receivables.invoice i on i.company_id = d.company_id and i.id = ' +
    'd.invoice_id',
  select: `${disputes.select('d')}, i.currency`,
  id: 'd.id',
  fields: {
    invoiceId: { sql: 'd.invoice_id', type: 'id', notNull: true },
    amount: money,
    currency: { sql: 'i.currency', type: 'text', notNull: true },
    reason: { sql: 'd.reason', type: 'text', notNull: true },
    outcome: { sql: 'd.outcome', type: 'enum', values: DISPUTE_OUTCOMES },
    openedAt: { sql: 'd.opened_at', type: 'instant', notNull: true },
    closedAt: { sql: 'd.closed_at', type: 'instant' },
  },
  search: ['d.reason', 'd.note'],
  defaultSort: '-openedAt',
  columns: [
    'id',
    'invoiceId',
    'amount',
    'currency',
    'reason',
    'openedAt',
    'closedAt',
    'outcome',
    'note',
  ],
  map: ({ amount, ...row }) => ({ ...row, amount: formatMinor(amount, row.currency) }),
};

/** Narrows the list to the disputes of one invoice. */
export const disputesOfInvoice =
  (id: InvoiceId): ListNarrowing =>
  (bind) =>
    `d.invoice_id = ${bind(id)}`;
