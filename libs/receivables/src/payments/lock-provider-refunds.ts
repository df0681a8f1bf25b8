import { sql, type Tx } from '@quittance/database';
import type { Currency } from '@quittance/money';
import type { PaymentId } from './payment-id.js';
import { paymentIdOfProvider } from './payment.repository.js';
import { lockForRefund } from './refund.repository.js';

/** By `refund_payment_index`. */
const PROVIDER_REFUNDS = sql(`
  select provider_refund_id as "providerRefundId", amount from receivables.refund
  where company_id = $1 and payment_id = $2 and provider_refund_id is not null`);

/** A payment locked as for a refund, with the refunds of it that its provider has made. */
export interface LockedProviderRefunds {
  readonly paymentId: PaymentId;
  readonly currency: Currency;
  /** Amounts in minor units. */
  readonly recorded: readonly { readonly providerRefundId: string; readonly amount: bigint }[];
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
  const recorded = await tx.rows<LockedProviderRefunds['recorded'][number]>(
    PROVIDER_REFUNDS,
    params,
  );
  return { paymentId, currency: payment.currency, recorded };
}
