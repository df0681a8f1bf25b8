import { dateLiteral, type ListDefinition, type WrittenMembers } from '@quittance/lists';
import type { TextRow } from '@quittance/database';
import { currencyDigits, formatMinor, placePoint } from '@quittance/money';
import { memberWriters, nounList } from '@quittance/nouns';
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

type PayableHead = InvoiceHead & { readonly pendingAmount: string };

interface PayableRow extends InvoiceHeadRow {
  readonly pending: bigint;
}

const PENDING = { property: 'pending', type: 'bigint' };
const PAYABLE_COLUMNS = [...invoiceNoun.rows.columns(invoiceNoun.head), PENDING];
const PAYABLE_WRITERS = memberWriters(invoiceHead, PAYABLE_COLUMNS, { byName: true }) ?? {};
const CURRENCY = PAYABLE_COLUMNS.findIndex(({ property }) => property === 'currency');
const PENDING_AT = PAYABLE_COLUMNS.indexOf(PENDING);

/** The same for those who pay them: with what they say to have paid and nobody has seen yet. */
export function payableInvoiceList(
  today: LocalDate,
): ListDefinition<PayableRow, PayableHead> & { readonly written: WrittenMembers } {
  const list = invoiceRows(today);
  const select = `${list.select}, ${pendingOf('i.id')} as pending`;
  const map = (invoice: PayableRow) => ({
    ...list.map(invoice),
    pendingAmount: formatMinor(invoice.pending, invoice.currency),
  });
  const members = Object.entries(PAYABLE_WRITERS).map(
    ([name, write]) => [name, (row: TextRow) => write(row, today)] as const,
  );
  const written = { ...Object.fromEntries(members), pendingAmount: pendingText };
  return { ...list, select, map, written: { select, map, members: written } };
}

const pendingText = (row: TextRow) =>
  `"${placePoint(row[PENDING_AT] ?? '0', currencyDigits(row[CURRENCY] ?? ''))}"`;
