import { namedSql, sql, type LockedTx, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import type { PaymentId } from '../payments/payment-id.js';
import { invoices, type Invoice } from '../invoices/invoice.repository.js';
import { payments, type Payment } from '../payments/payment.repository.js';

const INSERT = namedSql(
  `insert into receivables.account_deposit (company_id, invoice_id, created_at)
   values (:companyId, :invoiceId, :now)`,
  { values: { invoiceId: 'uuid' } },
);

/** Keeps that an invoice is a deposit of its account. Sent before this returns. */
export async function insertAccountDeposit(tx: Tx, invoiceId: InvoiceId): Promise<void> {
  await INSERT.run(tx, { invoiceId });
}

/** Deposits of which something is left, or free again: what is used up is not locked. */
const LEFT = `(i.noted_amount < i.total or exists (
  select from receivables.deposit_deduction x
  join receivables.credit_note n on n.company_id = $1 and n.id = x.credit_note_id
  where x.company_id = $1 and x.invoice_id = i.id and n.remaining > 0
    and n.status in ('issued', 'partially_applied')))`;

/**
 * An invoice and the open deposits of its account in its currency, or those that are named: all in
 * the order of their ids. By `invoice_account_index` and primary keys.
 */
const LOCK_WITH_DEPOSITS = sql(`
  select ${invoices.select('i')} from receivables.invoice i
  where i.company_id = $1 and (i.id = $2 or i.id = any($3::uuid[]) or i.id in (
    select i.id from receivables.invoice f
    join receivables.invoice i on i.company_id = $1 and i.account_id = f.account_id
      and i.currency = f.currency
    join receivables.account_deposit d on d.company_id = $1 and d.invoice_id = i.id
    where f.company_id = $1 and f.id = $2 and $3::uuid[] is null
      and i.status not in ('draft', 'pending', 'void', 'cancelled') and ${LEFT}))
  order by i.id for no key update of i`);

/** @param named null for every deposit that is open */
export function lockWithDeposits(
  tx: Tx,
  id: InvoiceId,
  named: readonly InvoiceId[] | null,
): Promise<Invoice[]> {
  return tx.rows<Invoice>(LOCK_WITH_DEPOSITS, [tx.ctx.companyId, id, named]);
}

const ARE_DEPOSITS = sql(`
  select d.invoice_id as id from receivables.account_deposit d
  where d.company_id = $1 and d.invoice_id = any($2::uuid[])`);

/** Those of these invoices that are deposits of their accounts, by primary key. */
export async function accountDepositsAmong(
  tx: Tx,
  ids: readonly InvoiceId[],
): Promise<ReadonlySet<InvoiceId>> {
  const rows = await tx.rows<{ id: InvoiceId }>(ARE_DEPOSITS, [tx.ctx.companyId, ids]);
  return new Set(rows.map(({ id }) => id));
}

/** The payments that an invoice was ever paid by, in the order of their ids. */
const LOCK_PAYMENTS = sql(`
  select ${payments.select('p')} from receivables.payment p
  where p.company_id = $1 and p.id in (
    select a.payment_id from receivables.payment_allocation a
    where a.company_id = $1 and a.invoice_id = $2)
  order by p.id for no key update`);

export function lockPaymentsOf(tx: Tx, id: InvoiceId): Promise<Payment[]> {
  return tx.rows<Payment>(LOCK_PAYMENTS, [tx.ctx.companyId, id]);
}

/** What of each payment stands on an invoice, by `payment_allocation_invoice_index`. */
const STANDING = sql(`
  select a.payment_id as "paymentId", sum(a.amount)::bigint as amount
  from receivables.payment_allocation a where a.company_id = $1 and a.invoice_id = $2
  group by a.payment_id having sum(a.amount) > 0`);

/** What a payment has paid of an invoice, in minor units. */
export interface PaidBy {
  readonly paymentId: PaymentId;
  readonly amount: bigint;
}

export function readPaidBy(behind: LockedTx, id: InvoiceId): Promise<PaidBy[]> {
  return behind.rows<PaidBy>(STANDING, [behind.ctx.companyId, id]);
}
