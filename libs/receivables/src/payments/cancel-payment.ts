import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { PaymentId } from './payment-id.js';
import { announcePayment } from './announce-payment.js';
import { statusAfterPending } from './payment.js';
import { paymentDetail, type PaymentDetail } from './payment.queries.js';
import { lockPayment, storePaymentStatus } from './payment.repository.js';

/** Gives up a pending payment that will not arrive. No invoice changes. */
@Injectable()
export class CancelPayment {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, payment_not_pending */
  execute(ctx: Ctx, id: PaymentId): Promise<PaymentDetail> {
    return this.db.write(ctx, async (tx) => {
      const payment = await lockPayment(tx, id);
      const status = statusAfterPending(payment, 'cancel');
      const { version } = payment;
      const failed = { ...payment, status, version: version + 1, updatedAt: ctx.now };
      tx.later(storePaymentStatus(tx, failed));
      announcePayment(tx, 'payment.failed', failed, payment);
      return paymentDetail(tx, id);
    });
  }
}
