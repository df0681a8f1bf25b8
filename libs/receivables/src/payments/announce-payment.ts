import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import type { Payment } from './payment.repository.js';
import { paymentView } from './payment.view.js';

/** Announces and logs a payment that was booked, or that changed its status. */
export function announcePayment(
  tx: Tx,
  type:
    | 'payment.received'
    | 'payment.recorded'
    | 'payment.submitted'
    | 'payment.withdrawn'
    | 'payment.cleared'
    | 'payment.failed',
  payment: Payment,
  before?: Pick<Payment, 'status'>,
): void {
  const data = paymentView(payment);
  emit(tx, { type, object: 'payment', recordId: payment.id, data });
  audit(tx, {
    action: type,
    object: 'payment',
    recordId: payment.id,
    before: before ? { status: before.status } : null,
    after: before ? { status: payment.status } : data,
  });
}
