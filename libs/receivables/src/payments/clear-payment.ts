import { Injectable } from '@nestjs/common';
import { companyToday, readCompany } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { PaymentId } from './payment-id.js';
import { assignNumbers, readNumberingRules } from '@quittance/numbering';
import { sumOf } from '@quittance/money';
import type { Invoice } from '../invoices/invoice.repository.js';
import { collectable, splitCapture } from '../invoices/settlement.js';
import { refuseAwaitingDrafts } from '../invoice-records/awaiting-invoices.js';
import { withoutUndetermined } from '../invoice-lines/undetermined.js';
import { announcePayment } from './announce-payment.js';
import { allocatePayment, type PlannedAllocation } from './allocate-payment.js';
import { statusAfterPending } from './payment.js';
import { paymentDetail, type PaymentDetail } from './payment.queries.js';
import { lockPendingPayment, storePaymentStatus, type Payment } from './payment.repository.js';
import {
  statedAllocations,
  type StatedAllocation,
} from '../stated-payments/stated-allocation.repository.js';
import { storeAllocatedPayment } from './store-allocated-payment.js';

/**
 * Confirms that a pending payment arrived: it settles its invoices now, the excess goes on account.
 */
@Injectable()
export class ClearPayment {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, payment_not_pending, record_awaits_approval */
  execute(ctx: Ctx, id: PaymentId): Promise<PaymentDetail> {
    return this.db.write(ctx, async (tx) => {
      const [{ payment, invoices: locked }, company, noteRules, stated] = await tx.locked(
        () => lockPendingPayment(tx, id),
        readCompany,
        (behind) => readNumberingRules(behind, 'credit-note'),
        (behind) => statedAllocations(behind, id),
      );
      await refuseAwaitingDrafts(tx, locked);
      const invoices = await withoutUndetermined(tx, locked);
      const today = companyToday(company, ctx.now);
      const status = statusAfterPending(payment, 'clear');
      const planned = planOf(payment, invoices, stated);
      const applied = sumOf(planned.map(({ amount }) => amount));
      const excess = payment.amount - applied;
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
      const moment = { today, now: ctx.now, actor: ctx.actor };
      const allocated = allocatePayment(cleared, planned, today, moment);
      await storeAllocatedPayment(tx, cleared, allocated, noteNumber ?? null, today, company);
      announcePayment(tx, 'payment.cleared', cleared, payment);
      return paymentDetail(tx, id);
    });
  }
}

/**
 * Where the money goes: to the invoice it was made for, or to each of several what was stated of
 * it, as far as they are open. What was meant for one that is paid meanwhile is nobody's, and so is
 * it of one that went to another account.
 */
function planOf(
  { amount, accountId, currency }: Payment,
  invoices: readonly Invoice[],
  stated: readonly StatedAllocation[],
): PlannedAllocation[] {
  if (stated.length === 0) {
    return invoices.map((invoice) => ({
      invoice,
      amount: splitCapture(amount, collectable(invoice)).applied,
    }));
  }
  return stated.flatMap((part) => {
    const invoice = invoices.find(({ id }) => id === part.invoiceId);
    if (invoice?.accountId !== accountId || invoice.currency !== currency) return [];
    return [{ invoice, amount: splitCapture(part.amount, collectable(invoice)).applied }];
  });
}
