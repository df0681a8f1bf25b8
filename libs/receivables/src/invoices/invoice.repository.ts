import { arrays, sentAnswers, namedSql, sql, type Tx } from '@quittance/database';
import { notFound, type InvoiceId } from '@quittance/kernel';
import { storeDisputes, type KeptDispute } from '../disputes/dispute.repository.js';
import { invoiceNoun, type Invoice } from './invoice.description.js';
import type { Settlement } from './settlement.js';
import { recoverWriteOffs } from '../write-offs/write-off.repository.js';
import { invoiceLineNoun, type InvoiceLine } from '../invoice-lines/invoice-line.description.js';
import { markSettled } from '../debts/settled-subscriptions.js';
import { changedFrom, markWritten } from '../invoice-records/written-invoices.js';
import { markOrderMoney } from '../orders/order-money.js';

/** The columns and set inserts of invoices and their lines. */
export const invoices = invoiceNoun.rows;
export const invoiceLines = invoiceLineNoun.rows;

export type { Invoice, InvoiceLine };

/**
 * Locks invoices by primary key, in the order of their ids. `no key update` is what an update
 * takes itself: rows that only refer to the invoice are not made to wait.
 */
const LOCK_INVOICES = sql(`
  select ${invoices.select('i')} from receivables.invoice i
  where i.company_id = $1 and i.id = any($2::uuid[])
  order by i.id for no key update`);

/** The same of those that nobody holds, without a wait. Answers the others. */
const LOCK_FREE_INVOICES = sql(`
  with free as (
    select i.id from receivables.invoice i
    where i.company_id = $1 and i.id = any($2::uuid[])
    order by i.id for no key update skip locked)
  select i.id from receivables.invoice i
  where i.company_id = $1 and i.id = any($2::uuid[]) and i.id not in (select id from free)`);

const LOCK_INVOICE = sql(`
  select ${invoices.select('i')} from receivables.invoice i
  where i.company_id = $1 and i.id = $2 for no key update`);

/** Lines of one invoice in document order, by primary key prefix. */
const LINES_OF_INVOICE = sql(`
  select ${invoiceLines.select('l')} from receivables.invoice_line l
  where l.company_id = $1 and l.invoice_id = $2 order by l.position`);

/** Lines of many in the order of each, by primary key prefix. */
const LINES_OF_MANY = sql(`
  select ${invoiceLines.select('l')} from receivables.invoice_line l
  where l.company_id = $1 and l.invoice_id = any($2::uuid[]) order by l.invoice_id, l.position`);

const DELETE_LINES = sql(`
  delete from receivables.invoice_line where company_id = $1 and invoice_id = $2`);

/** Writes what money changed on a set of invoices, by primary key. */
const SETTLE_INVOICES = namedSql(
  `update receivables.invoice i set status = s.status, paid_amount = s.paid_amount,
     credited_amount = s.credited_amount, written_off_amount = s.written_off_amount,
     balance = s.balance, dispute = s.dispute::jsonb,
     version = i.version + 1, updated_at = :now
   from :rows as s where i.company_id = :companyId and i.id = s.id`,
  {
    rows: {
      id: 'uuid',
      status: 'text',
      paidAmount: 'bigint',
      creditedAmount: 'bigint',
      writtenOffAmount: 'bigint',
      balance: 'bigint',
      dispute: 'jsonb',
    },
  },
);

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

/** Locks those of the invoices that nobody holds and answers the ids of the others. Never waits. */
export async function lockFreeInvoices(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const held = await tx.rows<{ id: string }>(LOCK_FREE_INVOICES, [tx.ctx.companyId, ids]);
  return new Set(held.map(({ id }) => id));
}

export function linesOf(tx: Tx, id: InvoiceId): Promise<InvoiceLine[]> {
  return tx.rows<InvoiceLine>(LINES_OF_INVOICE, [tx.ctx.companyId, id]);
}

/** Lines of all of them, in the order of each. */
export function linesOfMany(tx: Tx, ids: readonly InvoiceId[]): Promise<InvoiceLine[]> {
  return tx.rows<InvoiceLine>(LINES_OF_MANY, [tx.ctx.companyId, arrays.uuid(ids, (id) => id)]);
}

/** Stores a locked invoice as it is now. The statement is sent before this returns. */
export const storeInvoice = invoiceNoun.store;

/**
 * Puts these lines in place of all the invoice has. Both statements are sent before this returns.
 */
export function replaceInvoiceLines(
  tx: Tx,
  id: InvoiceId,
  lines: readonly InvoiceLine[],
): Promise<void> {
  return sentAnswers.together([
    tx.run(DELETE_LINES, [tx.ctx.companyId, id]),
    invoiceLines.insert(tx, lines),
  ]);
}

/** A locked invoice as it was, and where money has put it. */
export interface SettledInvoice {
  readonly invoice: Invoice;
  readonly settlement: Settlement;
}

/** Stores settlements of locked invoices. Every statement is sent before this returns. */
export function storeSettlements(tx: Tx, settled: readonly SettledInvoice[]): Promise<void> {
  if (settled.length === 0) return sentAnswers.together([]);
  markWritten(
    tx,
    settled.map(({ invoice }) => changedFrom(invoice)),
  );
  for (const { invoice, settlement } of settled) {
    markSettled(tx, invoice, { ...invoice, ...settlement });
  }
  markOrderMoney(tx, ...settled.map(({ invoice }) => invoice));
  return sentAnswers.together([
    settleInvoices(tx, settled),
    recoverWriteOffs(tx, settled),
    storeDisputes(tx, changedDisputes(settled)),
  ]);
}

function settleInvoices(tx: Tx, settled: readonly SettledInvoice[]): Promise<unknown> {
  const rows = settled.map(({ invoice: { id }, settlement }) => ({ id, ...settlement }));
  return SETTLE_INVOICES.run(tx, SETTLE_INVOICES.columns(rows));
}

function changedDisputes(settled: readonly SettledInvoice[]): KeptDispute[] {
  return settled.flatMap(({ invoice, settlement: { dispute } }) =>
    dispute && dispute !== invoice.dispute ? [{ invoiceId: invoice.id, dispute }] : [],
  );
}
