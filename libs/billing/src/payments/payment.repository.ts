import { rowSet, sql, type Tx } from '@quittance/database';
import { notFound, type PaymentId } from '@quittance/kernel';
import { PaymentAllocationEntity, PaymentEntity, RefundEntity } from './payment.entity.js';

/** The columns and set inserts of payments and the rows that prove them. */
export const payments = rowSet(PaymentEntity);
export const allocations = rowSet(PaymentAllocationEntity);
export const refunds = rowSet(RefundEntity);

/** A payment as it is read: without its company, which is the transaction's. */
export type Payment = Omit<PaymentEntity, 'companyId'>;

const LOCK_PAYMENT = sql(`
  select ${payments.select('p')} from billing.payment p
  where p.company_id = $1 and p.id = $2 for no key update`);

/** Served by the unique index of provider payments. */
const FIND_PROVIDER_PAYMENT = sql(`
  select id from billing.payment where company_id = $1 and provider = $2
  and provider_payment_id = $3`);

/** @throws DomainError not_found */
export async function lockPayment(tx: Tx, id: PaymentId): Promise<Payment> {
  const payment = await tx.maybe<Payment>(LOCK_PAYMENT, [tx.ctx.companyId, id]);
  if (!payment) throw notFound({ object: 'payment' });
  return payment;
}

/** The payment that a provider's payment was booked as. */
export async function findProviderPayment(
  tx: Tx,
  provider: string,
  providerPaymentId: string,
): Promise<PaymentId | null> {
  const params = [tx.ctx.companyId, provider, providerPaymentId];
  return (await tx.maybe<{ id: PaymentId }>(FIND_PROVIDER_PAYMENT, params))?.id ?? null;
}
