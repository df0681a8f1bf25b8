import type { ListDefinition, ListField } from '@quittance/lists';
import { parseLocalDate, type LocalDate } from '@quittance/calendar';
import { INVOICE_STATUSES } from './invoice.js';
import { invoices } from './invoice.repository.js';
import { writeInvoiceHead } from './listed-invoice.js';
import { disputedAmountOf } from './undisputed-balance.js';
import {
  HEAD_COLUMNS,
  invoiceHead,
  type InvoiceHead,
  type InvoiceHeadRow,
} from './invoice.view.js';

const money = (column: string): ListField => ({
  sql: column,
  type: 'money',
  currency: 'i.currency',
  notNull: true,
});

const FIELDS: Readonly<Record<string, ListField>> = {
  number: { sql: 'i.number', type: 'text', notNull: true },
  status: { sql: 'i.status', type: 'enum', values: INVOICE_STATUSES, notNull: true },
  accountId: { sql: 'i.account_id', type: 'id', notNull: true },
  billToName: { sql: `i.bill_to->>'name'`, type: 'text' },
  currency: { sql: 'i.currency', type: 'text', notNull: true },
  issueDate: { sql: 'i.issue_date', type: 'date', notNull: true },
  dueDate: { sql: 'i.due_date', type: 'date', notNull: true },
  periodStart: { sql: 'i.period_start', type: 'date' },
  periodEnd: { sql: 'i.period_end', type: 'date' },
  salesOrderId: { sql: 'i.sales_order_id', type: 'id' },
  scheduleId: { sql: 'i.schedule_id', type: 'id' },
  subscriptionId: { sql: 'i.subscription_id', type: 'id' },
  contractId: { sql: 'i.contract_id', type: 'id' },
  poNumber: { sql: 'i.po_number', type: 'text' },
  subtotal: money('i.subtotal'),
  taxTotal: money('i.tax_total'),
  total: money('i.total'),
  paidAmount: money('i.paid_amount'),
  creditedAmount: money('i.credited_amount'),
  balance: money('i.balance'),
  disputedAmount: money(disputedAmountOf('i')),
  sentAt: { sql: 'i.sent_at', type: 'instant' },
  viewedAt: { sql: 'i.viewed_at', type: 'instant' },
  externalReference: { sql: 'i.external_reference', type: 'text' },
  createdAt: { sql: 'i.created_at', type: 'instant', notNull: true },
  updatedAt: { sql: 'i.updated_at', type: 'instant', notNull: true },
};

const CSV_COLUMNS = [
  'id',
  'number',
  'status',
  'accountId',
  'currency',
  'issueDate',
  'dueDate',
  'periodStart',
  'periodEnd',
  'poNumber',
  'subtotal',
  'taxTotal',
  'total',
  'paidAmount',
  'creditedAmount',
  'balance',
  'disputedAmount',
  'isOverdue',
  'sentAt',
  'createdAt',
];

/** The list of invoices as they stand; which are overdue depends on the company's date. */
export function invoiceList(today: LocalDate): ListDefinition<InvoiceHeadRow, InvoiceHead> {
  return { ...invoiceRows(today), write: (row) => writeInvoiceHead(row, today) };
}

/** The same for lists that show more of an invoice than its head. */
export function invoiceRows(
  today: LocalDate,
): Omit<ListDefinition<InvoiceHeadRow, InvoiceHead>, 'complete' | 'write'> {
  return {
    from: 'receivables.invoice i',
    select: invoices.select('i', HEAD_COLUMNS),
    wide: true,
    id: 'i.id',
    fields: {
      ...FIELDS,
      isOverdue: {
        sql: `(i.balance > 0 and i.due_date < ${literal(today)})`,
        type: 'boolean',
        notNull: true,
      },
    },
    search: ['i.number', 'i.po_number', `i.bill_to->>'name'`, 'i.external_reference'],
    defaultSort: '-issueDate',
    columns: CSV_COLUMNS,
    map: (invoice) => invoiceHead(invoice, today),
  };
}

/** A checked date as SQL text: part of a list's fixed text, which takes no parameters. */
export function literal(date: LocalDate): string {
  return `date '${parseLocalDate(date)}'`;
}
