import { namedSql, sql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import type { OrderId } from '@quittance/sales';
import { readCredited, readNoted } from '../credit-notes/credit-note.repository.js';
import type { CreditedLine } from '../credit-notes/rest-of-line.js';
import {
  invoices,
  linesOf,
  type Invoice,
  type InvoiceLine,
} from '../invoices/invoice.repository.js';

/** A locked invoice that asks for a part of an order ahead. */
export interface LockedDeposit {
  readonly invoice: Invoice;
  readonly lines: readonly InvoiceLine[];
  /** What notes that stand, drafts included, have credited of it. */
  readonly noted: bigint;
  readonly credited: readonly CreditedLine[];
}

const INSERT = namedSql(
  `insert into receivables.order_deposit (company_id, invoice_id, order_id, created_at)
   values (:companyId, :invoiceId, :orderId, :now)`,
  { values: { invoiceId: 'uuid', orderId: 'uuid' } },
);

/** Keeps that an invoice is a deposit on an order. Sent before this returns. */
export async function insertDeposit(tx: Tx, invoiceId: InvoiceId, orderId: OrderId): Promise<void> {
  await INSERT.run(tx, { invoiceId, orderId });
}

/**
 * The deposits of an order that are not given up, in the order of their ids. Whoever holds the
 * order never waits for one: if somebody pays it right now, the unit is run again.
 */
const LOCK_DEPOSITS = sql(`
  select ${invoices.select('i')} from receivables.invoice i
  where i.company_id = $1 and i.sales_order_id = $2 and i.status not in ('void', 'cancelled')
    and exists (select from receivables.order_deposit d
      where d.company_id = $1 and d.invoice_id = i.id)
  order by i.id for no key update of i nowait`);

/** Locks the deposits of a locked order, with what was credited of them. */
export async function lockDeposits(tx: Tx, id: OrderId): Promise<LockedDeposit[]> {
  const [locked, behind] = await tx.locked(
    () => tx.rows<Invoice>(LOCK_DEPOSITS, [tx.ctx.companyId, id]),
    (held) => held,
  );
  return Promise.all(
    locked.map(async (invoice) => {
      const [lines, noted, credited] = await Promise.all([
        linesOf(behind, invoice.id),
        readNoted(behind, invoice.id),
        readCredited(behind, invoice.id),
      ]);
      return { invoice, lines, noted, credited };
    }),
  );
}

/** By its primary key. */
const IS_DEPOSIT = sql(`
  select from receivables.order_deposit d where d.company_id = $1 and d.invoice_id = $2`);

export async function isDeposit(tx: Tx, id: InvoiceId): Promise<boolean> {
  return (await tx.maybe(IS_DEPOSIT, [tx.ctx.companyId, id])) !== undefined;
}

/** What of the live deposits of an order is not deducted yet, by `invoice_sales_order_index`. */
const DEPOSITED = sql(`
  select coalesce(sum(i.total - i.noted_amount), 0)::bigint as total from receivables.invoice i
  where i.company_id = $1 and i.sales_order_id = $2 and i.status not in ('void', 'cancelled')
    and exists (select from receivables.order_deposit d
      where d.company_id = $1 and d.invoice_id = i.id)`);

export async function depositedOf(tx: Tx, id: OrderId): Promise<bigint> {
  return (await tx.one<{ total: bigint }>(DEPOSITED, [tx.ctx.companyId, id])).total;
}
