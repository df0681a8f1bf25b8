import { namedSql, sql, type Tx } from '@quittance/database';
import type { PrintableDeposit } from '@quittance/documents';
import type { InvoiceId } from '@quittance/kernel';
import type { OrderId } from '@quittance/sales';
import { readDeposits, type LockedDeposit } from '../deposits/deposit.repository.js';
import { refuseAwaitingInvoices } from '../invoice-records/awaiting-invoices.js';
import { invoices, type Invoice } from '../invoices/invoice.repository.js';

const INSERT = namedSql(
  `insert into receivables.order_deposit (company_id, invoice_id, order_id, created_at)
   values (:companyId, :invoiceId, :orderId, :now)`,
  { values: { invoiceId: 'uuid', orderId: 'uuid' } },
);

/** Keeps that an invoice is a deposit on an order. Sent before this returns. */
export async function insertDeposit(tx: Tx, invoiceId: InvoiceId, orderId: OrderId): Promise<void> {
  await INSERT.run(tx, { invoiceId, orderId });
}

/** The deposits of an order that are not given up, in the order of their ids. */
const LIVE_DEPOSITS = `
  from receivables.invoice i
  where i.company_id = $1 and i.sales_order_id = $2 and i.status not in ('void', 'cancelled')
    and exists (select from receivables.order_deposit d
      where d.company_id = $1 and d.invoice_id = i.id)
  order by i.id for no key update of i`;

/**
 * Whoever holds the order never waits for one: if somebody pays it right now, the unit is run
 * again.
 */
const LOCK_DEPOSITS = sql(`select ${invoices.select('i')} ${LIVE_DEPOSITS} nowait`);

const AWAIT_DEPOSITS = sql(`select i.id ${LIVE_DEPOSITS}`);

/**
 * Waits for the deposits of an order and locks them, for whoever is going to lock the order: money
 * takes both in this order, so that nobody who pays them is run into. Sent before this returns.
 */
export async function awaitDeposits(tx: Tx, id: OrderId): Promise<void> {
  await tx.rows(AWAIT_DEPOSITS, [tx.ctx.companyId, id]);
}

/**
 * Locks the deposits of a locked order that are to be deducted, with what was credited of them.
 * @throws DomainError record_awaits_approval
 */
export async function lockDeposits(tx: Tx, id: OrderId): Promise<LockedDeposit[]> {
  const [locked, behind] = await tx.locked(
    () => tx.rows<Invoice>(LOCK_DEPOSITS, [tx.ctx.companyId, id]),
    (held) => held,
  );
  if (locked.length === 0) return [];
  await refuseAwaitingInvoices(behind, locked);
  return readDeposits(behind, locked, 'nowait');
}

/** Of an order, of a quote that becomes one, or of an account: by their primary keys. */
const IS_DEPOSIT = sql(`
  select from receivables.order_deposit d where d.company_id = $1 and d.invoice_id = $2
  union all
  select from receivables.quote_deposit q where q.company_id = $1 and q.invoice_id = $2
  union all
  select from receivables.account_deposit a where a.company_id = $1 and a.invoice_id = $2`);

export async function isDeposit(tx: Tx, id: InvoiceId): Promise<boolean> {
  return (await tx.rows(IS_DEPOSIT, [tx.ctx.companyId, id])).length > 0;
}

/** The live deposits of an order in their order, by `invoice_sales_order_index`. */
const PRINTABLE = sql(`
  select i.number, i.total, i.paid_amount as paid from receivables.invoice i
  where i.company_id = $1 and i.sales_order_id = $2 and i.status not in ('void', 'cancelled')
    and exists (select from receivables.order_deposit d
      where d.company_id = $1 and d.invoice_id = i.id)
  order by i.id`);

/** What is asked for ahead of an order, as it is printed. */
export function printableDeposits(tx: Tx, id: OrderId): Promise<PrintableDeposit[]> {
  return tx.rows<PrintableDeposit>(PRINTABLE, [tx.ctx.companyId, id]);
}

/**
 * What of the live deposits of an order is not deducted yet, or free again, by
 * `invoice_sales_order_index`.
 */
const DEPOSITED = sql(`
  select coalesce(sum(i.total - i.noted_amount + coalesce(f.remaining, 0)), 0)::bigint as total
  from receivables.invoice i
  left join (
    select d.invoice_id, sum(n.remaining) as remaining from receivables.deposit_deduction d
    join receivables.credit_note n on n.company_id = $1 and n.id = d.credit_note_id
    where d.company_id = $1 and n.status in ('issued', 'partially_applied')
      and d.invoice_id in (select o.id from receivables.invoice o
        where o.company_id = $1 and o.sales_order_id = $2)
    group by d.invoice_id) f on f.invoice_id = i.id
  where i.company_id = $1 and i.sales_order_id = $2 and i.status not in ('void', 'cancelled')
    and exists (select from receivables.order_deposit d
      where d.company_id = $1 and d.invoice_id = i.id)`);

export async function depositedOf(tx: Tx, id: OrderId): Promise<bigint> {
  return (await tx.one<{ total: bigint }>(DEPOSITED, [tx.ctx.companyId, id])).total;
}
