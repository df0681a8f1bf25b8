import { sql, type Tx } from '@quittance/database';
import type { Id } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { PaymentId } from './payment-id.js';
import { paymentIdOfProvider } from './payment.repository.js';
import { lockForRefund } from './refund.repository.js';

/** By `refund_payment_index`. */
const PROVIDER_REFUNDS = sql(`
  select provider_refund_id as "providerRefundId", amount from receivables.refund
  where company_id = $1 and payment_id = $2 and provider_refund_id is not null`);

/**
 * What people have recorded of it and no provider has told of, the earliest first; not what is
 * undone. By the same index.
 */
const ENTERED_REFUNDS = sql(`
  select r.id as "refundId", r.amount from receivables.refund r
  where r.company_id = $1 and r.payment_id = $2 and r.kind = 'refund'
    and r.provider_refund_id is null
    and not exists (select from receivables.refund v
      where v.company_id = $1 and v.reverses_id = r.id)
  order by r.created_at, r.id`);

/** A refund that a person has recorded without the provider. */
export interface EnteredRefund {
  readonly refundId: Id<'refund'>;
  /** Minor units. */
  readonly amount: bigint;
}

/** A payment locked as for a refund, with the refunds of it that its provider has made. */
export interface LockedProviderRefunds {
  readonly paymentId: PaymentId;
  readonly currency: Currency;
  /** Amounts in minor units. */
  readonly recorded: readonly { readonly providerRefundId: string; readonly amount: bigint }[];
  /** What people have recorded that the provider has not told of yet, the earliest first. */
  readonly entered: readonly EnteredRefund[];
}

/** Locks the payment that a provider's payment was booked as; undefined when it was not. */
export async function lockProviderRefunds(
  tx: Tx,
  provider: string,
  providerPaymentId: string,
): Promise<LockedProviderRefunds | undefined> {
  const paymentId = await paymentIdOfProvider(tx, provider, providerPaymentId);
  if (!paymentId) return undefined;
  const { payment } = await lockForRefund(tx, paymentId);
  const params = [tx.ctx.companyId, paymentId];
  const [recorded, entered] = await Promise.all([
    tx.rows<LockedProviderRefunds['recorded'][number]>(PROVIDER_REFUNDS, params),
    tx.rows<EnteredRefund>(ENTERED_REFUNDS, params),
  ]);
  return { paymentId, currency: payment.currency, recorded, entered };
}
