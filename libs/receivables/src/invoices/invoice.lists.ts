import { dateLiteral, type ListDefinition } from '@quittance/lists';
import { nounList } from '@quittance/nouns';
import type { LocalDate } from '@quittance/calendar';
import { invoiceNoun, type InvoiceHeadRow } from './invoice.description.js';
import { invoiceHead, type InvoiceHead } from './invoice.view.js';
import { writeInvoiceHead } from '../invoice-records/listed-invoice.js';

/** The list of invoices as they stand; which are overdue depends on the company's date. */
export function invoiceList(today: LocalDate): ListDefinition<InvoiceHeadRow, InvoiceHead> {
  return { ...invoiceRows(today), write: (row) => writeInvoiceHead(row, today) };
}

/** The same for lists that show more of an invoice than its head. */
export function invoiceRows(
  today: LocalDate,
): Omit<ListDefinition<InvoiceHeadRow, InvoiceHead>, 'complete' | 'write'> {
  return {
    ...nounList(invoiceNoun, (invoice) => invoiceHead(invoice, today)),
    select: invoiceNoun.rows.select('i', invoiceNoun.head),
    wide: true,
    fields: {
      ...invoiceNoun.listFields,
      isOverdue: {
        sql: `(i.balance > 0 and i.due_date < ${dateLiteral(today)})`,
        type: 'boolean',
        notNull: true,
      },
    },
    map: (invoice) => invoiceHead(invoice, today),
  };
}
