import { inIndexOrder, sql, type Sql, type Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import type { AccountId, Id, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { pendingOf } from '../stated-payments/stated-allocation.repository.js';
import { disputedAmountOf } from '../disputes/undisputed-balance.js';

/** What an open invoice after its due date says of itself. Amounts are minor units. */
export interface OverdueFacts {
  readonly id: InvoiceId;
  readonly number: string;
  readonly accountId: AccountId;
  readonly subscriptionId: Id<'subscription'> | null;
  readonly currency: Currency;
  readonly issueDate: LocalDate;
  readonly dueDate: LocalDate;
  readonly poNumber: string | null;
  readonly total: bigint;
  readonly balance: bigint;
  /** Of the balance, what the customer objects to. */
  readonly disputed: bigint;
  /** Payments that have arrived but are not cleared. */
  readonly pending: bigint;
  /** Whether it was ever sent. */
  readonly issued: boolean;
  /** A line of it should be taxed and is not: nobody knows what is owed. */
  readonly taxUndetermined: boolean;
}

/** Where a walk over overdue invoices goes on: behind this date and id. */
export type OverdueKey = Pick<OverdueFacts, 'dueDate' | 'id'>;

/** The next of a walk, so many at most; or one. */
export type OverdueSought =
  | { readonly after: OverdueKey; readonly most: number }
  | { readonly id: InvoiceId };

/**
 * Open invoices past their due date in order of that date: by `invoice_due_index`, and the rest by
 * the indexes of the invoice. $2 is the day looked from.
 */
const FACTS = `
  select i.id, i.number, i.account_id as "accountId", i.subscription_id as "subscriptionId",
    i.currency, i.issue_date as "issueDate", i.due_date as "dueDate", i.po_number as "poNumber",
    i.total, i.balance, i.sent_at is not null as issued,
    exists (select from receivables.invoice_line l
      where l.company_id = $1 and l.invoice_id = i.id
        and l.tax_category is null and l.tax_reason is not null) as "taxUndetermined",
    ${disputedAmountOf('i')} as disputed,
    ${pendingOf('i.id')} as pending
  from receivables.invoice i
  where i.company_id = $1 and i.balance > 0 and i.due_date < $2
    and i.status not in ('void', 'cancelled')`;

const WALK = `${FACTS} and (i.due_date, i.id) > ($3::date, $4::uuid)
  order by i.due_date, i.id limit $5`;
const ONE = `${FACTS} and i.id = $3`;

const READ = { walk: sql(WALK), one: sql(ONE) };
const LOCK = {
  walk: sql(`${WALK} for no key update of i skip locked`),
  one: sql(`${ONE} for no key update of i`),
};

/** Overdue invoices as they are; none where the one is not overdue. */
export function readOverdueInvoices(
  tx: Tx,
  asOf: LocalDate,
  sought: OverdueSought,
): Promise<OverdueFacts[]> {
  return ask(tx, READ, asOf, sought);
}

/** The same, locked: of a walk those that nobody else is working on, of one after a wait. */
export function lockOverdueInvoices(
  tx: Tx,
  asOf: LocalDate,
  sought: OverdueSought,
): Promise<OverdueFacts[]> {
  return ask(tx, LOCK, asOf, sought);
}

function ask(
  tx: Tx,
  { walk, one }: { readonly walk: Sql; readonly one: Sql },
  asOf: LocalDate,
  sought: OverdueSought,
): Promise<OverdueFacts[]> {
  const { companyId } = tx.ctx;
  return inIndexOrder(tx, () => {
    if ('id' in sought) return tx.rows<OverdueFacts>(one, [companyId, asOf, sought.id]);
    const { after, most } = sought;
    return tx.rows<OverdueFacts>(walk, [companyId, asOf, after.dueDate, after.id, most]);
  });
}

/** Open invoices past their due date: read, or locked as well. */
export const openOverdue = {
  read: readOverdueInvoices,
  lock: lockOverdueInvoices,
} as const;
