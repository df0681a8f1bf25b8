import { Injectable, Optional } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import { sumOf } from '@quittance/money';
import type { Ctx } from '@quittance/kernel';
import type { PaymentId } from './payment-id.js';
import { providerRefundNotAvailable } from '../receivables.errors.js';
import { refuseAwaitingInvoices } from '../invoice-records/awaiting-invoices.js';
import { parseAmount } from '../parse-amount.js';
import { readToday } from '@quittance/company';
import { splitRefund } from './payment.js';
import { paymentDetail, type PaymentDetail } from './payment.queries.js';
import { ProviderRefunds, type AskProvider } from './provider-refunds.port.js';
import { refundPaymentIn } from './refund-payment-in.js';
import { type LockedForRefund, lockForRefund } from './refund.repository.js';

export interface RefundInput {
  /** Major units as decimal text; all that is left when absent. */
  readonly amount?: string;
  readonly reason: string;
  /** Asks the provider to return the money; the refund is booked when it confirms. */
  readonly instructProvider?: boolean;
}

/** Returns money of a completed payment: credit that is left of it first, then off its invoices. */
@Injectable()
export class RefundPayment {
  constructor(
    private readonly db: Database,
    @Optional() private readonly provider?: ProviderRefunds,
  ) {}

  /**
   * @throws DomainError not_found, payment_not_refundable, refund_exceeds_payment,
   *   credit_already_used, validation_failed, refund_in_progress, provider_refund_not_available,
   *   record_awaits_approval
   */
  async execute(ctx: Ctx, id: PaymentId, input: RefundInput): Promise<PaymentDetail> {
    if (input.instructProvider) return this.instruct(ctx, id, input);
    return this.db.write(ctx, async (tx) => {
      const [locked, today] = await tx.locked(
        () => lockForRefund(tx, id),
        readToday,
        (behind) => this.provider?.refuseWhileUnderWay(behind, id),
      );
      await refuseAwaitingRefund(tx, locked);
      await refundPaymentIn(tx, locked, today, {
        amount: amountOf(input, locked),
        reason: input.reason,
        provider: null,
        providerRefundId: null,
      });
      return paymentDetail(tx, id);
    });
  }

  /** The books are asked first, so that the provider never returns what they would refuse. */
  private async instruct(ctx: Ctx, id: PaymentId, input: RefundInput): Promise<PaymentDetail> {
    const ask = await this.db.write(ctx, (tx) => this.begin(tx, id, input), { answers: false });
    await ask(ctx);
    return this.db.write(ctx, (tx) => paymentDetail(tx, id));
  }

  private async begin(tx: Tx, id: PaymentId, input: RefundInput): Promise<AskProvider> {
    const [locked, begun] = await tx.locked(
      () => lockForRefund(tx, id),
      (behind) => this.provider?.wasBegun(behind, id),
    );
    // Its answer was lost, not its effect: nothing is asked for a second time.
    if (begun) return () => Promise.resolve();
    await refuseAwaitingRefund(tx, locked);
    const { payment, notes, standing } = locked;
    const { provider, providerPaymentId, currency } = payment;
    const unused = sumOf(notes.map(({ remaining }) => remaining));
    const { amount } = splitRefund(payment, amountOf(input, locked), unused, standing);
    if (!this.provider || provider === null || providerPaymentId === null) {
      throw providerRefundNotAvailable();
    }
    const { reason } = input;
    const refund = { paymentId: id, provider, providerPaymentId, amount, currency, reason };
    return this.provider.begin(tx, refund);
  }
}

/**
 * A refund opens its invoices again, as credit that is taken off them does. What the provider says
 * to have returned is booked all the same.
 * @throws DomainError record_awaits_approval
 */
function refuseAwaitingRefund(tx: Tx, { invoices, standing }: LockedForRefund): Promise<void> {
  const stands = new Set(standing.map(({ invoiceId }) => invoiceId));
  return refuseAwaitingInvoices(
    tx,
    invoices.filter(({ id }) => stands.has(id)),
  );
}

function amountOf({ amount }: RefundInput, { payment }: LockedForRefund): bigint | null {
  return amount === undefined ? null : parseAmount(amount, payment.currency);
}
