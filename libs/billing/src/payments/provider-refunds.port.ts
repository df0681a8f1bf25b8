import type { Ctx, PaymentId } from '@quittance/kernel';

/** Money that a provider shall return. */
export interface ProviderRefundRequest {
  readonly paymentId: PaymentId;
  readonly provider: string;
  readonly providerPaymentId: string;
  /** Minor units of the payment's currency. */
  readonly amount: bigint;
  readonly currency: string;
  readonly reason: string;
}

/**
 * What billing needs of the payment gateway to give money back through the provider. It is called
 * outside any transaction; the refund is booked by `recordProviderRefund` when the provider
 * confirms it.
 */
export abstract class ProviderRefunds {
  abstract request(ctx: Ctx, refund: ProviderRefundRequest): Promise<void>;
}
