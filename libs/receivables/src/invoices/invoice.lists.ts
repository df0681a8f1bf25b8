import { dateLiteral, type ListDefinition } from '@quittance/lists';
import { formatMinor } from '@quittance/money';
import { nounList } from '@quittance/nouns';
import type { LocalDate } from '@quittance/calendar';
import { invoiceNoun, type InvoiceHeadRow } from './invoice.description.js';
import { invoiceHead, type InvoiceHead } from './invoice.view.js';
import { pendingOf } from '../stated-payments/stated-allocation.repository.js';
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

interface PayableRow extends InvoiceHeadRow {
  readonly pending: bigint;
}

/** The same for those who pay them: with what they say to have paid and nobody has seen yet. */
export function payableInvoiceList(
  today: LocalDate,
): ListDefinition<PayableRow, InvoiceHead & { readonly pendingAmount: string }> {
  const list = invoiceRows(today);
  return {
    ...list,
    select: `${list.select}, ${pendingOf('i.id')} as pending`,
    map: (invoice) => ({
      ...list.map(invoice),
      pendingAmount: formatMinor(invoice.pending, invoice.currency),
    }),
  };
}
