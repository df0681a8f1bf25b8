import { rowSet, sql, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { PaymentId } from './payment-id.js';
import { invoices, type Invoice } from '../invoices/invoice.repository.js';
import { paymentNoun, type Payment } from './payment.description.js';
import { PaymentAllocationEntity, RefundCreditEntity, RefundEntity } from './payment.entity.js';

/** The columns and set inserts of payments and the rows that prove them. */
export const payments = paymentNoun.rows;
export const allocations = rowSet(PaymentAllocationEntity);
export const refunds = rowSet(RefundEntity);
export const refundCredits = rowSet(RefundCreditEntity);

export type { Payment };

const LOCK_PAYMENT = sql(`
  select ${payments.select('p')} from receivables.payment p
  where p.company_id = $1 and p.id = $2 for no key update`);

/** The invoices a payment was made for: they are locked before the payment, by their ids. */
const LOCK_INVOICES_OF_PAYMENT = sql(`
  select ${invoices.select('i')} from receivables.invoice i
  where i.company_id = $1 and i.id in (
    select p.invoice_id from receivables.payment p where p.company_id = $1 and p.id = $2
    union all
    select s.invoice_id from receivables.stated_allocation s
    where s.company_id = $1 and s.payment_id = $2)
  order by i.id for no key update`);

/** Served by the unique index of provider payments. */
const FIND_PROVIDER_PAYMENT = sql(`
  select id from receivables.payment where company_id = $1 and provider = $2
  and provider_payment_id = $3`);

/** The same for many payments of one provider. */
const FIND_PROVIDER_PAYMENTS = sql(`
  select id, provider_payment_id as "providerPaymentId" from receivables.payment
  where company_id = $1 and provider = $2 and provider_payment_id = any($3::text[])`);

/** @throws DomainError not_found */
export async function lockPayment(tx: Tx, id: PaymentId): Promise<Payment> {
  const payment = await tx.maybe<Payment>(LOCK_PAYMENT, [tx.ctx.companyId, id]);
  if (!payment) throw notFound({ object: 'payment' });
  return payment;
}

/** The payment that a provider's payment was booked as. */
export async function paymentIdOfProvider(
  tx: Tx,
  provider: string,
  providerPaymentId: string,
): Promise<PaymentId | null> {
  const params = [tx.ctx.companyId, provider, providerPaymentId];
  return (await tx.maybe<{ id: PaymentId }>(FIND_PROVIDER_PAYMENT, params))?.id ?? null;
}

/** What payments of a provider were booked as, by the provider's id. */
export async function findProviderPayments(
  tx: Tx,
  provider: string,
  providerPaymentIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentId>> {
  const params = [tx.ctx.companyId, provider, providerPaymentIds];
  const found = await tx.rows<{ id: PaymentId; providerPaymentId: string }>(
    FIND_PROVIDER_PAYMENTS,
    params,
  );
  return new Map(found.map(({ id, providerPaymentId }) => [providerPaymentId, id]));
}

/**
 * Locks a payment with the invoices it was made for, in the order that prevents deadlocks.
 * @throws DomainError not_found
 */
export async function lockPendingPayment(
  tx: Tx,
  id: PaymentId,
): Promise<{ payment: Payment; invoices: Invoice[] }> {
  const [locked, payment] = await tx.locked(
    () => tx.rows<Invoice>(LOCK_INVOICES_OF_PAYMENT, [tx.ctx.companyId, id]),
    () => lockPayment(tx, id),
  );
  return { payment, invoices: locked };
}

/** Stores the status of a locked payment and where its money went. */
export const storePaymentStatus = paymentNoun.store;
