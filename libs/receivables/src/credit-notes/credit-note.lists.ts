import type { ListDefinition, ListField } from '@quittance/lists';
import { CREDIT_NOTE_KINDS, CREDIT_NOTE_STATUSES } from './credit-note.js';
import { creditNotes, type CreditNote } from './credit-note.repository.js';
import { creditNoteView, type CreditNoteView } from './credit-note.view.js';

const money = (column: string): ListField => ({
  sql: column,
  type: 'money',
  currency: 'n.currency',
  notNull: true,
});

/** The list of credit notes, those on account included. */
export const creditNoteList: ListDefinition<CreditNote, CreditNoteView> = {
  from: 'receivables.credit_note n',
  select: creditNotes.select('n'),
  id: 'n.id',
  fields: {
    number: { sql: 'n.number', type: 'text', notNull: true },
    kind: { sql: 'n.kind', type: 'enum', values: CREDIT_NOTE_KINDS, notNull: true },
    status: { sql: 'n.status', type: 'enum', values: CREDIT_NOTE_STATUSES, notNull: true },
    accountId: { sql: 'n.account_id', type: 'id', notNull: true },
    invoiceId: { sql: 'n.invoice_id', type: 'id' },
    paymentId: { sql: 'n.payment_id', type: 'id' },
    providerPaymentId: { sql: 'n.provider_payment_id', type: 'text' },
    currency: { sql: 'n.currency', type: 'text', notNull: true },
    issueDate: { sql: 'n.issue_date', type: 'date', notNull: true },
    subtotal: money('n.subtotal'),
    taxTotal: money('n.tax_total'),
    total: money('n.total'),
    appliedAmount: money('n.applied_amount'),
    refundedAmount: money('n.refunded_amount'),
    remaining: money('n.remaining'),
    createdAt: { sql: 'n.created_at', type: 'instant', notNull: true },
    issuedAt: { sql: 'n.issued_at', type: 'instant' },
    voidedAt: { sql: 'n.voided_at', type: 'instant' },
    updatedAt: { sql: 'n.updated_at', type: 'instant', notNull: true },
  },
  search: ['n.number', 'n.reason', 'n.provider_payment_id'],
  defaultSort: '-issueDate',
  columns: [
    'id',
    'number',
    'kind',
    'status',
    'accountId',
    'invoiceId',
    'paymentId',
    'currency',
    'issueDate',
    'total',
    'appliedAmount',
    'refundedAmount',
    'remaining',
    'reason',
  ],
  map: creditNoteView,
};
