import { reach } from '@quittance/access';
import type { LocalDate } from '@quittance/calendar';
import type { ListDefinition } from '@quittance/lists';
import { formatMinor, type Currency } from '@quittance/money';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import { invoiceNoun } from '../invoices/invoice.description.js';
import { INVOICE_STATUSES, type InvoiceStatus } from '../invoices/invoice.js';

interface Row {
  readonly id: InvoiceId;
  readonly number: string;
  readonly status: InvoiceStatus;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly issueDate: LocalDate;
  readonly total: bigint;
  readonly balance: bigint;
  readonly credited: bigint;
  readonly available: bigint;
}

/** A deposit of a customer and what is left of it, as the API shows it. */
export interface AccountDepositView extends Omit<
  Row,
  'total' | 'balance' | 'credited' | 'available'
> {
  readonly total: string;
  readonly balance: string;
  /** By deductions and other notes, drafts included. */
  readonly credited: string;
  /** What invoices may take of it. */
  readonly available: string;
}

/** What notes that deducted a deposit have free again, by `deposit_deduction_invoice_index`. */
const FREE = `(select coalesce(sum(n.remaining), 0) from receivables.deposit_deduction x
  join receivables.credit_note n on n.company_id = $1::uuid and n.id = x.credit_note_id
    and n.status in ('issued', 'partially_applied')
  where x.company_id = $1::uuid and x.invoice_id = i.id)`;

const CLOSED = `i.status in ('void', 'cancelled')`;

const AVAILABLE = `case when ${CLOSED} then 0 else greatest(0, i.total - i.balance
  - i.written_off_amount - i.noted_amount + ${FREE}) end::bigint`;

/** Deposits that were asked of customers without an order, by primary keys. */
export const accountDepositList: ListDefinition<Row, AccountDepositView> = {
  from: `receivables.account_deposit d
    join receivables.invoice i on i.company_id = $1::uuid and i.id = d.invoice_id`,
  select: `i.id, i.number, i.status, i.account_id as "accountId", i.currency,
    i.issue_date as "issueDate", i.total, i.balance, i.noted_amount as credited,
    ${AVAILABLE} as available`,
  id: 'i.id',
  fields: {
    number: { sql: 'i.number', type: 'text', notNull: true },
    status: { sql: 'i.status', type: 'enum', values: INVOICE_STATUSES, notNull: true },
    accountId: { sql: 'i.account_id', type: 'id', shows: { target: 'account' }, notNull: true },
    currency: { sql: 'i.currency', type: 'text', notNull: true },
    issueDate: { sql: 'i.issue_date', type: 'date', notNull: true },
    total: { sql: 'i.total', type: 'money', currency: 'i.currency', notNull: true },
    balance: { sql: 'i.balance', type: 'money', currency: 'i.currency', notNull: true },
    credited: { sql: 'i.noted_amount', type: 'money', currency: 'i.currency', notNull: true },
    available: { sql: AVAILABLE, type: 'money', currency: 'i.currency', notNull: true },
  },
  search: ['i.number'],
  defaultSort: '-issueDate',
  scope: (ctx, bind) => reach.rows(ctx, invoiceNoun.reach, 'i', bind),
  map: ({ total, balance, credited, available, ...row }) => ({
    ...row,
    total: formatMinor(total, row.currency),
    balance: formatMinor(balance, row.currency),
    credited: formatMinor(credited, row.currency),
    available: formatMinor(available, row.currency),
  }),
};
