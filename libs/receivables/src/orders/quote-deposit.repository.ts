import { namedSql, sql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import type { Order } from '@quittance/sales';
import { invoices, type Invoice } from '../invoices/invoice.repository.js';

type QuoteId = NonNullable<Order['quoteId']>;

const INSERT = namedSql(
  `insert into receivables.quote_deposit (company_id, invoice_id, quote_id, created_at)
   values (:companyId, :invoiceId, :quoteId, :now)`,
  { values: { invoiceId: 'uuid', quoteId: 'uuid' } },
);

/** Keeps that an invoice is a deposit that a quote asks for. Sent before this returns. */
export async function insertQuoteDeposit(
  tx: Tx,
  invoiceId: InvoiceId,
  quoteId: QuoteId,
): Promise<void> {
  await INSERT.run(tx, { invoiceId, quoteId });
}

/**
 * The deposits of a quote that are not given up, in the order of their ids; by
 * `quote_deposit_quote_index`. Whoever holds the quote never waits for one.
 */
const LOCK = sql(`
  select ${invoices.select('i')} from receivables.invoice i
  where i.company_id = $1 and i.status not in ('void', 'cancelled') and i.id in (
    select d.invoice_id from receivables.quote_deposit d
    where d.company_id = $1 and d.quote_id = $2)
  order by i.id for no key update of i nowait`);

export function lockQuoteDeposits(tx: Tx, quoteId: QuoteId): Promise<Invoice[]> {
  return tx.rows<Invoice>(LOCK, [tx.ctx.companyId, quoteId]);
}

/**
 * The quote that an invoice is a paid deposit of, by their primary keys: nothing of it is open, and
 * money was paid of it, also ahead. What was only credited is not paid.
 */
const PAID = sql(`
  select d.quote_id as "quoteId" from receivables.quote_deposit d
  join receivables.invoice i on i.company_id = $1 and i.id = d.invoice_id
  where d.company_id = $1 and d.invoice_id = $2 and i.status not in ('void', 'cancelled')
    and i.balance = 0 and (i.paid_amount > 0 or exists (
      select from receivables.credit_application a
      join receivables.credit_note n on n.company_id = $1 and n.id = a.credit_note_id
      left join receivables.deposit_deduction x
        on x.company_id = $1 and x.credit_note_id = n.id
      left join receivables.invoice p on p.company_id = $1 and p.id = x.invoice_id
      where a.company_id = $1 and a.invoice_id = $2
        and (n.kind = 'on_account' or p.paid_amount > 0 or exists (
          select from receivables.credit_application b
          join receivables.credit_note e on e.company_id = $1 and e.id = b.credit_note_id
          where b.company_id = $1 and b.invoice_id = p.id and e.kind = 'on_account'))))`);

export async function quoteOfPaidDeposit(tx: Tx, id: InvoiceId): Promise<QuoteId | null> {
  return (await tx.maybe<{ quoteId: QuoteId }>(PAID, [tx.ctx.companyId, id]))?.quoteId ?? null;
}
