import { rowSet, sql, type Tx } from '@quittance/database';
import { notFound, type InvoiceId } from '@quittance/kernel';
import { InvoiceLineEntity, InvoiceEntity } from './invoice.entity.js';
import type { Settlement } from './settlement.js';

/** The columns and set inserts of invoices and their lines. */
export const invoices = rowSet(InvoiceEntity);
export const invoiceLines = rowSet(InvoiceLineEntity);

/** An invoice as it is read: without its company, which is the transaction's. */
export type Invoice = Omit<InvoiceEntity, 'companyId'>;
export type InvoiceLine = Omit<InvoiceLineEntity, 'companyId'>;

/**
 * Locks invoices by primary key, in the order of their ids. `no key update` is what an update
 * takes itself: rows that only refer to the invoice are not made to wait.
 */
const LOCK_INVOICES = sql(`
  select ${invoices.select('i')} from billing.invoice i
  where i.company_id = $1 and i.id = any($2::uuid[])
  order by i.id for no key update`);

const LOCK_INVOICE = sql(`
  select ${invoices.select('i')} from billing.invoice i
  where i.company_id = $1 and i.id = $2 for no key update`);

/** Lines of one invoice in document order, by primary key prefix. */
const LINES_OF_INVOICE = sql(`
  select ${invoiceLines.select('l')} from billing.invoice_line l
  where l.company_id = $1 and l.invoice_id = $2 order by l.position`);

/** Writes what money changed on a set of invoices, by primary key. */
const SETTLE_INVOICES = sql(`
  update billing.invoice i set status = s.status, paid_amount = s.paid,
    credited_amount = s.credited, balance = s.balance, dispute = s.dispute::jsonb,
    version = i.version + 1, updated_at = $2
  from unnest($3::uuid[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[])
    as s(id, status, paid, credited, balance, dispute)
  where i.company_id = $1 and i.id = s.id`);

export function findLockedInvoice(tx: Tx, id: InvoiceId): Promise<Invoice | undefined> {
  return tx.maybe<Invoice>(LOCK_INVOICE, [tx.ctx.companyId, id]);
}

/** @throws DomainError not_found */
export async function lockInvoice(tx: Tx, id: InvoiceId): Promise<Invoice> {
  const invoice = await findLockedInvoice(tx, id);
  if (!invoice) throw notFound({ object: 'invoice' });
  return invoice;
}

/** Locks the invoices that exist among the ids, in the order that prevents deadlocks. */
export function lockInvoices(tx: Tx, ids: readonly InvoiceId[]): Promise<Invoice[]> {
  return tx.rows<Invoice>(LOCK_INVOICES, [tx.ctx.companyId, ids]);
}

export function linesOf(tx: Tx, id: InvoiceId): Promise<InvoiceLine[]> {
  return tx.rows<InvoiceLine>(LINES_OF_INVOICE, [tx.ctx.companyId, id]);
}

/** Stores settlements of locked invoices. */
export async function storeSettlements(
  tx: Tx,
  settled: readonly { readonly invoice: Invoice; readonly settlement: Settlement }[],
): Promise<void> {
  if (settled.length === 0) return;
  const of = <T>(pick: (settlement: Settlement) => T) =>
    settled.map(({ settlement }) => pick(settlement));
  await tx.run(SETTLE_INVOICES, [
    tx.ctx.companyId,
    tx.ctx.now,
    settled.map(({ invoice }) => invoice.id),
    of(({ status }) => status),
    of(({ paidAmount }) => paidAmount),
    of(({ creditedAmount }) => creditedAmount),
    of(({ balance }) => balance),
    of(({ dispute }) => (dispute ? JSON.stringify(dispute) : null)),
  ]);
}
