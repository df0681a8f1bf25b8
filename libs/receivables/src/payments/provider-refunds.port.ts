import type { LockedTx, Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { PaymentId } from './payment-id.js';

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

/** Asks the provider; called outside any transaction, once what was stored is committed. */
export type AskProvider = (ctx: Ctx) => Promise<void>;

/**
 * What billing needs of the payment gateway to give money back through the provider. The refund is
 * booked by `recordProviderRefund` when the provider confirms it; until then it is under way. All
 * methods are called in a transaction that holds the row lock of the payment, or that of its note
 * on account, so that nothing else is returned of it between the check and what follows from it.
 */
export abstract class ProviderRefunds {
  /** @throws DomainError refund_in_progress while a refund of the payment is under way */
  abstract refuseWhileUnderWay(tx: LockedTx, id: PaymentId): Promise<void>;

  /** What is being returned of payments by refunds that are under way: minor units, by payment. */
  abstract underWay(tx: Tx, ids: readonly PaymentId[]): Promise<ReadonlyMap<PaymentId, bigint>>;

  /** Whether this very request, sent again by its caller, has begun a refund of the payment. */
  abstract wasBegun(tx: LockedTx, id: PaymentId): Promise<boolean>;

  /**
   * Stores that the provider is to return money; from the commit on that refund is under way.
   * @throws DomainError refund_in_progress
   */
  abstract begin(tx: Tx, refund: ProviderRefundRequest): Promise<AskProvider>;
}
