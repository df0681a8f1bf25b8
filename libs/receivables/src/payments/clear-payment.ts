import { Injectable } from '@nestjs/common';
import { companyToday, readCompany } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { PaymentId } from './payment-id.js';
import { assignNumbers, readNumberingRules } from '@quittance/numbering';
import { splitCapture } from '../invoices/settlement.js';
import { withoutUndetermined } from '../invoice-lines/undetermined.js';
import { announcePayment } from './announce-payment.js';
import { allocatePayment } from './allocate-payment.js';
import { statusAfterPending } from './payment.js';
import { paymentDetail, type PaymentDetail } from './payment.queries.js';
import { lockPendingPayment, storePaymentStatus, type Payment } from './payment.repository.js';
import { storeAllocatedPayment } from './store-allocated-payment.js';

/**
 * Confirms that a pending payment arrived: it settles its invoice now, the excess goes on account.
 */
@Injectable()
export class ClearPayment {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, payment_not_pending */
  execute(ctx: Ctx, id: PaymentId): Promise<PaymentDetail> {
    return this.db.write(ctx, async (tx) => {
      const [{ payment, invoice: locked }, company, noteRules] = await tx.locked(
        () => lockPendingPayment(tx, id),
        readCompany,
        (behind) => readNumberingRules(behind, 'credit-note'),
      );
      const [invoice = null] = await withoutUndetermined(tx, locked ? [locked] : []);
      const today = companyToday(company, ctx.now);
      const status = statusAfterPending(payment, 'clear');
      const { applied, excess } = splitCapture(payment.amount, invoice ?? { balance: 0n });
      const [noteNumber] = await assignNumbers(
        tx,
        'credit-note',
        excess > 0n ? [today] : [],
        noteRules,
      );
      const cleared: Payment = {
        ...payment,
        status,
        appliedAmount: applied,
        onAccountAmount: excess,
        clearedAt: ctx.now,
        version: payment.version + 1,
        updatedAt: ctx.now,
      };
      tx.later(storePaymentStatus(tx, cleared));
      const planned = invoice ? [{ invoice, amount: applied }] : [];
      const moment = { today, now: ctx.now, actor: ctx.actor };
      const allocated = allocatePayment(cleared, planned, today, moment);
      await storeAllocatedPayment(tx, cleared, allocated, noteNumber ?? null, today, company);
      announcePayment(tx, 'payment.cleared', cleared, payment);
      return paymentDetail(tx, id);
    });
  }
}
