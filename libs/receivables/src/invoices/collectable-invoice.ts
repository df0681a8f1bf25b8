import { sql, type Tx } from '@quittance/database';
import { notFound, type AccountId, type InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { InvoiceStatus } from './invoice.js';
import { undisputedBalanceOf } from '../disputes/undisputed-balance.js';

/** What whoever collects an invoice needs to know of it. Amounts are minor units. */
export interface CollectableInvoice {
  readonly id: InvoiceId;
  readonly number: string;
  readonly status: InvoiceStatus;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly balance: bigint;
  /** Of the balance, what the customer does not object to. */
  readonly undisputed: bigint;
  readonly customerName: string;
}

const COLUMNS = `i.id, i.number, i.status, i.account_id as "accountId", i.currency, i.balance,
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

/** Either the invoice itself or the order whose latest open invoice is meant. */
export type CollectTarget = { readonly invoiceId: InvoiceId } | { readonly salesOrderId: string };

/**
 * The invoice that is meant, locked so that its balance cannot change until the transaction ends:
 * others may share the lock, money waits.
 * @throws DomainError not_found
 */
export async function shareInvoice(tx: Tx, target: CollectTarget): Promise<CollectableInvoice> {
  const { companyId } = tx.ctx;
  const byId = 'invoiceId' in target;
  const invoice = byId
    ? await tx.maybe<CollectableInvoice>(SHARE_INVOICE, [companyId, target.invoiceId])
    : await tx.maybe<CollectableInvoice>(SHARE_INVOICE_OF_ORDER, [companyId, target.salesOrderId]);
  if (!invoice) throw notFound({ object: byId ? 'invoice' : 'sales order with an invoice' });
  return invoice;
}
