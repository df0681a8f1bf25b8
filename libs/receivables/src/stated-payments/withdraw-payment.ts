import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { announcePayment } from '../payments/announce-payment.js';
import type { PaymentId } from '../payments/payment-id.js';
import { statusAfterPending } from '../payments/payment.js';
import { paymentDetail, type PaymentDetail } from '../payments/payment.queries.js';
import { lockPayment, storePaymentStatus } from '../payments/payment.repository.js';

/** A customer takes back that they have paid. */
@Injectable()
export class WithdrawPayment {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, payment_not_pending */
  execute(ctx: Ctx, id: PaymentId): Promise<PaymentDetail> {
    return this.db.write(ctx, async (tx) => {
      const payment = await lockPayment(tx, id);
      const status = statusAfterPending(payment, 'withdraw');
      const version = payment.version + 1;
      const withdrawn = { ...payment, status, version, updatedAt: ctx.now };
      tx.later(storePaymentStatus(tx, withdrawn));
      announcePayment(tx, 'payment.withdrawn', withdrawn, payment);
      return paymentDetail(tx, id);
    });
  }
}
