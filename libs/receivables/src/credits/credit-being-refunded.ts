import type { Tx } from '@quittance/database';
import { minOf } from '@quittance/money';
import type { CreditNoteId } from '@quittance/kernel';
import type { PaymentId } from '../payments/payment-id.js';
import type { ProviderRefunds } from '../payments/provider-refunds.port.js';
import type { CreditNote } from '../credit-notes/credit-note.repository.js';

/**
 * What of locked notes on account is on its way back to the customer by the provider, in minor
 * units. A refund takes credit that is left first, and is booked when the provider confirms it:
 * until then that credit is spent. Whoever begins a refund holds the note as well.
 */
export async function creditBeingRefunded(
  tx: Tx,
  notes: readonly CreditNote[],
  refunds: ProviderRefunds | undefined,
): Promise<ReadonlyMap<CreditNoteId, bigint>> {
  const payments = notes.flatMap(({ paymentId }): PaymentId[] => (paymentId ? [paymentId] : []));
  if (!refunds || payments.length === 0) return new Map();
  const underWay = await refunds.underWay(tx, payments);
  return new Map(
    notes.map(({ id, paymentId, remaining }) => {
      const amount = (paymentId && underWay.get(paymentId)) || 0n;
      return [id, minOf(amount, remaining)];
    }),
  );
}
