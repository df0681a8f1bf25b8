import {
  boolean,
  currency,
  date,
  datetime,
  json,
  lookup,
  picklist,
  text,
  textarea,
} from '@quittance/fields';
import { defineObject } from '@quittance/objects';
import type { InvoiceStatus } from './invoice.js';

const fixed = { readOnly: true } as const;
const amount = (label: string) => currency(label, { ...fixed, currencyField: 'currency' });

const STATUSES: Readonly<Record<InvoiceStatus, string>> = {
  draft: 'Draft',
  pending: 'Pending',
  sent: 'Sent',
  viewed: 'Viewed',
  partially_paid: 'Partially paid',
  overdue: 'Overdue',
  disputed: 'Disputed',
  paid: 'Paid',
  void: 'Void',
  cancelled: 'Cancelled',
};

/**
 * What the catalogue of objects knows of invoices: custom fields, layouts, views, formulas and
 * roll-ups over them. They are written by the operations of this lib alone, so every field is fixed.
 */
export const invoiceObject = defineObject({
  name: 'invoice',
  label: 'Invoice',
  pluralLabel: 'Invoices',
  path: '/invoices',
  resource: 'invoices',
  table: 'receivables.invoice',
  softDelete: false,
  owned: false,
  authored: false,
  titleField: 'number',
  defaultSort: '-issueDate',
  fields: {
    number: text('Number', { ...fixed, searched: true }),
    status: picklist('Status', STATUSES, fixed),
    accountId: lookup('Account', 'account', { ...fixed, onDelete: 'restrict' }),
    currency: text('Currency', fixed),
    issueDate: date('Issue date', fixed),
    dueDate: date('Due date', fixed),
    periodStart: date('Period from', fixed),
    periodEnd: date('Period to', fixed),
    billTo: json('Bill to', fixed),
    poNumber: text('PO number', { ...fixed, searched: true }),
    notes: textarea('Notes', fixed),
    pricesIncludeTax: boolean('Prices include tax', fixed),
    subtotal: amount('Subtotal'),
    taxTotal: amount('Tax'),
    total: amount('Total'),
    paidAmount: amount('Paid'),
    creditedAmount: amount('Credited'),
    balance: amount('Balance'),
    sentAt: datetime('Sent at', fixed),
    viewedAt: datetime('Viewed at', fixed),
    externalReference: text('External reference', fixed),
  },
});
