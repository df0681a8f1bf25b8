import {
  dateLiteral,
  type ListDefinition,
  type ListField,
  type ListNarrowing,
} from '@quittance/lists';
import { daysBetween, type LocalDate } from '@quittance/calendar';
import { formatMinor } from '@quittance/money';
import {
  balanceAsOf,
  CREDITED_AS_OF,
  disputedAsOf,
  joinMoneyAsOf,
  PAID_AS_OF,
  statusAsOf,
  WRITTEN_OFF_AS_OF,
  type AsOf,
} from './as-of.sql.js';
import { invoiceRows } from '../invoices/invoice.lists.js';
import { invoiceHead, type InvoiceHead } from '../invoices/invoice.view.js';
import type { InvoiceHeadRow } from '../invoices/invoice.description.js';

/** An overdue invoice in a list. */
export interface ListedOverdueInvoice extends InvoiceHead {
  readonly daysOverdue: number;
}

export interface OverdueList {
  readonly definition: ListDefinition<InvoiceHeadRow, ListedOverdueInvoice>;
  readonly narrowing: ListNarrowing;
}

/**
 * Invoices with open money after their due date, whatever was sent: as they stand, or as they
 * stood at the end of a day.
 */
export function overdueList(
  today: LocalDate,
  asOf: LocalDate | undefined,
  timeZone: string,
): OverdueList {
  return asOf === undefined ? overdueNow(today) : overdueAsOf(asOf, timeZone);
}

const COLUMNS = [
  'id',
  'number',
  'status',
  'accountId',
  'currency',
  'issueDate',
  'dueDate',
  'daysOverdue',
  'total',
  'paidAmount',
  'creditedAmount',
  'balance',
];

const withDays = (invoice: InvoiceHeadRow, date: LocalDate): ListedOverdueInvoice => ({
  ...invoiceHead(invoice, date),
  daysOverdue: daysBetween(invoice.dueDate, date),
});

function overdueNow(today: LocalDate): OverdueList {
  return {
    definition: {
      ...invoiceRows(today),
      defaultSort: 'dueDate',
      columns: COLUMNS,
      map: (invoice) => withDays(invoice, today),
    },
    narrowing: (bind) => `i.balance > 0 and i.due_date < ${bind(today)}::date`,
  };
}

/** What a row was at the end of the day, beside what it is now. */
interface RowThen extends InvoiceHeadRow {
  readonly statusThen: InvoiceHeadRow['status'];
  readonly paidThen: bigint;
  readonly creditedThen: bigint;
  readonly writtenOffThen: bigint;
  readonly balanceThen: bigint;
  readonly disputedThen: bigint;
}

function overdueAsOf(date: LocalDate, timeZone: string): OverdueList {
  const asOf: AsOf = { date: dateLiteral(date), timeZone: `'${timeZone.replaceAll("'", "''")}'` };
  const list = invoiceRows(date);
  const then = (field: ListField | undefined, sql: string): ListField => ({
    type: 'text',
    ...field,
    sql,
  });
  const { fields } = list;
  return {
    definition: {
      ...list,
      from: `${list.from} ${joinMoneyAsOf(asOf)}`,
      // What a row was then is derived from its money, which is not to be summed up twice.
      wide: false,
      select: `${list.select}, ${statusAsOf(asOf)} as "statusThen",
        ${PAID_AS_OF} as "paidThen", ${CREDITED_AS_OF} as "creditedThen",
        ${WRITTEN_OFF_AS_OF} as "writtenOffThen",
        ${balanceAsOf(asOf)} as "balanceThen", ${disputedAsOf(asOf)} as "disputedThen"`,
      fields: {
        ...fields,
        status: then(fields.status, `(${statusAsOf(asOf)})`),
        paidAmount: then(fields.paidAmount, PAID_AS_OF),
        creditedAmount: then(fields.creditedAmount, CREDITED_AS_OF),
        writtenOffAmount: then(fields.writtenOffAmount, WRITTEN_OFF_AS_OF),
        balance: then(fields.balance, balanceAsOf(asOf)),
        disputedAmount: then(fields.disputedAmount, disputedAsOf(asOf)),
        isOverdue: then(
          fields.isOverdue,
          `(${balanceAsOf(asOf)} > 0 and i.due_date < ${asOf.date})`,
        ),
      },
      defaultSort: 'dueDate',
      columns: COLUMNS,
      map: (row) => shownThen(row as RowThen, date),
    },
    narrowing: () =>
      `i.due_date < ${asOf.date} and i.issue_date <= ${asOf.date} and ${balanceAsOf(asOf)} > 0`,
  };
}

function shownThen(row: RowThen, date: LocalDate): ListedOverdueInvoice {
  const { statusThen, paidThen, creditedThen, writtenOffThen, balanceThen, ...rest } = row;
  const { disputedThen, ...invoice } = rest;
  const then = {
    ...invoice,
    status: statusThen,
    paidAmount: paidThen,
    creditedAmount: creditedThen,
    writtenOffAmount: writtenOffThen,
    balance: balanceThen,
  };
  const disputedAmount = formatMinor(disputedThen, invoice.currency);
  return { ...withDays(then, date), disputedAmount };
}
