import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import { invalidField, type AccountId, type InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { accountMismatch, currencyMismatch, paymentExceedsBalance } from '../receivables.errors.js';
import type { InvoiceStatus } from './invoice.js';
import { undisputedBalanceOf } from '../disputes/undisputed-balance.js';
import {
  refuseAwaitingDrafts,
  refuseAwaitingInvoices,
} from '../invoice-records/awaiting-invoices.js';

/** What whoever collects an invoice needs to know of it. Amounts are minor units. */
export interface CollectableInvoice {
  readonly id: InvoiceId;
  readonly number: string;
  readonly status: InvoiceStatus;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly dueDate: LocalDate;
  readonly balance: bigint;
  /** Of the balance, what the customer does not object to. */
  readonly undisputed: bigint;
  readonly customerName: string;
}

const COLUMNS = `i.id, i.number, i.status, i.account_id as "accountId", i.currency,
  i.due_date as "dueDate", i.balance,
  ${undisputedBalanceOf('i')} as undisputed, i.bill_to->>'name' as "customerName"`;

const SHARE_INVOICE = sql(`
  select ${COLUMNS} from receivables.invoice i where i.company_id = $1 and i.id = $2 for share`);

/**
 * The latest invoice of an order, the ones with a balance first; by `invoice_sales_order_index`.
 */
const SHARE_INVOICE_OF_ORDER = sql(`
  select ${COLUMNS} from receivables.invoice i
  where i.company_id = $1 and i.sales_order_id = $2
  order by (i.balance > 0 and i.status not in ('cancelled', 'void', 'paid')) desc,
    i.issue_date desc, i.id desc
  limit 1 for share`);

/** In the order of their ids, as all who lock several do. */
const LOCK_INVOICES = sql(`
  select ${COLUMNS} from receivables.invoice i
  where i.company_id = $1 and i.id = any($2::uuid[])
  order by i.id for no key update`);

/** Either the invoice itself or the order whose latest open invoice is meant. */
export type CollectTarget = { readonly invoiceId: InvoiceId } | { readonly salesOrderId: string };

/**
 * The invoice that is meant, locked so that its balance cannot change until the transaction ends:
 * others may share the lock, money waits.
 * @throws DomainError reference_not_found
 */
async function shareInvoice(tx: Tx, target: CollectTarget): Promise<CollectableInvoice> {
  const { companyId } = tx.ctx;
  const byId = 'invoiceId' in target;
  const invoice = byId
    ? await tx.maybe<CollectableInvoice>(SHARE_INVOICE, [companyId, target.invoiceId])
    : await tx.maybe<CollectableInvoice>(SHARE_INVOICE_OF_ORDER, [companyId, target.salesOrderId]);
  if (invoice) return invoice;
  const [pointer, name] = byId
    ? ['/invoiceId', 'invoice']
    : ['/salesOrderId', 'sales order with an invoice'];
  throw invalidField(pointer, 'reference_not_found', `There is no such ${name} in this company.`);
}

/**
 * Invoices that are to be paid together, as they are named: of one account and one currency. They
 * are locked as money locks them, so that nobody else begins to collect one of them meanwhile.
 * @throws DomainError validation_failed, account_mismatch, currency_mismatch at their pointers
 */
async function lockTogether(tx: Tx, ids: readonly InvoiceId[]): Promise<CollectableInvoice[]> {
  const locked = await tx.rows<CollectableInvoice>(LOCK_INVOICES, [tx.ctx.companyId, ids]);
  const byId = new Map(locked.map((invoice) => [invoice.id, invoice]));
  const named = ids.map((id, i) => {
    const invoice = byId.get(id);
    if (!invoice)
      throw invalidField(`/invoiceIds/${i}`, 'reference_not_found', 'There is no such invoice.');
    return invoice;
  });
  const [first] = named;
  if (first) named.forEach((invoice, i) => refuseOther(first, invoice, `/invoiceIds/${i}`));
  return named;
}

function refuseOther(
  { accountId, currency }: CollectableInvoice,
  invoice: CollectableInvoice,
  pointer: string,
): void {
  const errors = [{ pointer, code: 'state', message: 'cannot be paid together with the first' }];
  if (invoice.accountId !== accountId)
    throw accountMismatch({ number: invoice.number }, { errors });
  if (invoice.currency === currency) return;
  const object = `invoice ${invoice.number}`;
  throw currencyMismatch({ object, expected: invoice.currency, given: currency }, { errors });
}

/**
 * Nobody asks for the money of locked invoices of which one awaits approval. Payers themselves go
 * on with what was handed out, as their money is never refused for it.
 * @throws DomainError record_awaits_approval
 */
function refuseAwaiting(
  tx: Tx,
  invoices: readonly CollectableInvoice[],
  { byPayer }: { readonly byPayer: boolean },
): Promise<void> {
  return byPayer ? refuseAwaitingDrafts(tx, invoices) : refuseAwaitingInvoices(tx, invoices);
}

/** What whoever collects invoices locks, and how one is told who asks for more than is open. */
export const collectableInvoices = {
  share: shareInvoice,
  lockTogether,
  refuseAwaiting,
  exceedsBalance: paymentExceedsBalance,
} as const;
