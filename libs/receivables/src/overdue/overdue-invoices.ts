import { inIndexOrder, sql, type Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import type { AccountId, Id, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { pendingOf } from '../stated-payments/stated-allocation.repository.js';
import type { InvoiceStatus } from '../invoices/invoice.js';
import { disputedAmountOf } from '../disputes/undisputed-balance.js';

/** What an open invoice after its due date says of itself. Amounts are minor units. */
export interface OverdueFacts {
  readonly id: InvoiceId;
  readonly number: string;
  readonly status: InvoiceStatus;
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

/** The next of a walk, so many at most; or one; or all of some customers, in order of their ids. */
export type OverdueSought =
  | { readonly after: OverdueKey; readonly most: number }
  | { readonly id: InvoiceId }
  | { readonly accounts: readonly AccountId[] };

/** How many overdue invoices a customer has. */
interface OverdueAccount {
  readonly accountId: AccountId;
  readonly invoices: number;
}

/**
 * Open invoices past their due date in order of that date: by `invoice_due_index`, and the rest by
 * the indexes of the invoice. $2 is the day looked from.
 */
const FACTS = `
  select i.id, i.number, i.status, i.account_id as "accountId",
    i.subscription_id as "subscriptionId", i.currency, i.issue_date as "issueDate",
    i.due_date as "dueDate", i.po_number as "poNumber", i.total, i.balance,
    i.sent_at is not null as issued,
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
/** By invoice_exposure_index; in the order in which all who lock several do. */
const OF_ACCOUNTS = `${FACTS} and i.account_id = any($3::uuid[]) order by i.id`;

const READ = { walk: sql(WALK), one: sql(ONE), accounts: sql(OF_ACCOUNTS) };
const LOCK = {
  walk: sql(`${WALK} for no key update of i skip locked`),
  one: sql(`${ONE} for no key update of i`),
  accounts: sql(`${OF_ACCOUNTS} for no key update of i skip locked`),
};
const WAIT = sql(`${OF_ACCOUNTS} for no key update of i`);

const OVERDUE = `receivables.invoice i
  where i.company_id = $1 and i.balance > 0 and i.due_date < $2
    and i.status not in ('void', 'cancelled')`;

/** A walk over so many invoices by invoice_exposure_index, which has all that it asks for. */
const ACCOUNTS = sql(`
  select n.account_id as "accountId", count(*)::integer as invoices
  from (select i.account_id from ${OVERDUE} and i.account_id > $3
    order by i.account_id limit $4) n
  group by n.account_id order by n.account_id`);
const COUNTS = sql(`
  select i.account_id as "accountId", count(*)::integer as invoices
  from ${OVERDUE} and i.account_id = any($3::uuid[]) group by i.account_id`);

/** Overdue invoices as they are; none where the one is not overdue. */
export function readOverdueInvoices(
  tx: Tx,
  asOf: LocalDate,
  sought: OverdueSought,
): Promise<OverdueFacts[]> {
  return ask(tx, READ, asOf, sought);
}

/**
 * The same, locked: of a walk or of customers those that nobody else is working on, of one after a
 * wait.
 */
export function lockOverdueInvoices(
  tx: Tx,
  asOf: LocalDate,
  sought: OverdueSought,
): Promise<OverdueFacts[]> {
  return ask(tx, LOCK, asOf, sought);
}

function ask(
  tx: Tx,
  { walk, one, accounts }: typeof READ,
  asOf: LocalDate,
  sought: OverdueSought,
): Promise<OverdueFacts[]> {
  const { companyId } = tx.ctx;
  // Sorted: in the order of their ids all invoices of the company would be read.
  if ('accounts' in sought) {
    return tx.rows<OverdueFacts>(accounts, [companyId, asOf, sought.accounts]);
  }
  return inIndexOrder(tx, () => {
    if ('id' in sought) return tx.rows<OverdueFacts>(one, [companyId, asOf, sought.id]);
    const { after, most } = sought;
    return tx.rows<OverdueFacts>(walk, [companyId, asOf, after.dueDate, after.id, most]);
  });
}

/** All overdue invoices of a customer, locked one after the other, whoever has them now. */
function lockAllOf(tx: Tx, asOf: LocalDate, account: AccountId): Promise<OverdueFacts[]> {
  return tx.rows<OverdueFacts>(WAIT, [tx.ctx.companyId, asOf, [account]]);
}

/**
 * The customers behind one, in the order of their ids, that have overdue invoices: as many as have
 * so many together, and one at least.
 */
async function overdueAccounts(
  tx: Tx,
  asOf: LocalDate,
  { after, most }: { readonly after: AccountId; readonly most: number },
): Promise<readonly AccountId[]> {
  const found = await tx.rows<OverdueAccount>(ACCOUNTS, [tx.ctx.companyId, asOf, after, most]);
  const isCut = found.reduce((sum, { invoices }) => sum + invoices, 0) === most;
  const whole = isCut && found.length > 1 ? found.slice(0, -1) : found;
  return whole.map(({ accountId }) => accountId);
}

/** How many overdue invoices these customers have. */
async function countOf(
  tx: Tx,
  asOf: LocalDate,
  accounts: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, number>> {
  const rows = await tx.rows<OverdueAccount>(COUNTS, [tx.ctx.companyId, asOf, accounts]);
  return new Map(rows.map(({ accountId, invoices }) => [accountId, invoices]));
}

/** Open invoices past their due date: read, or locked as well. */
export const openOverdue = {
  read: readOverdueInvoices,
  lock: lockOverdueInvoices,
  lockAllOf,
  accounts: overdueAccounts,
  countOf,
} as const;
