import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import {
  ProviderRefunds,
  providerRefundNotAvailable,
  refundInProgress,
  type ProviderRefundRequest,
  type PaymentId,
} from '@quittance/receivables';
import { violates, type LockedTx, type Tx } from '@quittance/database';
import { formatMinor } from '@quittance/money';
import { newId, type Ctx } from '@quittance/kernel';
import { nextSweep } from '../checkouts/checkout.js';
import { ServingAccounts, type ServingAccount } from '../connectors/serving-account.js';
import {
  amountNotRepresentable,
  paymentProviderUnavailable,
  providerRefundRefused,
} from '../gateway.errors.js';
import { ProviderFailure } from '../providers/payment-provider.port.js';
import { toWire } from '../providers/wire-amount.js';
import { RefundCalls } from './refund-calls.js';
import type { RefundRequest } from './refund-request.description.js';
import {
  askedAsOf,
  hasOpenRequest,
  insertRefundRequest,
  openAmounts,
  wasAsked,
} from './refund-request.repository.js';

/**
 * Asks the provider to return money. The request is committed before the provider is asked and
 * stays pending until the provider confirms; only then do the books change.
 */
@Injectable()
export class RequestProviderRefund implements ProviderRefunds {
  constructor(
    private readonly accounts: ServingAccounts,
    private readonly calls: RefundCalls,
  ) {}

  async refuseWhileUnderWay(tx: LockedTx, id: PaymentId): Promise<void> {
    if (await hasOpenRequest(tx, id)) throw refundInProgress();
  }

  underWay(tx: Tx, ids: readonly PaymentId[]): Promise<ReadonlyMap<PaymentId, bigint>> {
    return openAmounts(tx, ids);
  }

  wasBegun(tx: LockedTx, id: PaymentId): Promise<boolean> {
    return wasAsked(tx, id);
  }

  /**
   * @throws DomainError provider_refund_not_available, amount_not_representable,
   *   refund_in_progress;
   * when the provider is asked provider_refund_refused, payment_provider_unavailable
   */
  async begin(tx: Tx, refund: ProviderRefundRequest): ReturnType<ProviderRefunds['begin']> {
    try {
      const { serving, request } = await this.store(tx, refund);
      return (ctx) => this.ask(ctx, serving, request);
    } catch (error) {
      if (violates(error, 'refund_request_open_key')) throw refundInProgress();
      throw error;
    }
  }

  private async ask(ctx: Ctx, serving: ServingAccount, request: RefundRequest): Promise<void> {
    const failure = await this.calls.ask(ctx, serving, request);
    if (failure) throwRefusal(request, failure);
  }

  private async store(tx: Tx, refund: ProviderRefundRequest) {
    const { provider, providerPaymentId, amount, currency, reason, paymentId } = refund;
    const serving = await this.accounts.of(tx, provider);
    if (!serving) throw providerRefundNotAvailable();
    const rule = serving.provider.wireRule(currency, serving.account.settings);
    const sent = rule && toWire(amount, currency, { ...rule, between: 'refuse' });
    if (!sent) {
      throw amountNotRepresentable({ provider, amount: formatMinor(amount, currency), currency });
    }
    const { now } = tx.ctx;
    const request: RefundRequest = {
      id: newId<'refund-request'>(),
      version: 1,
      paymentId,
      provider,
      providerPaymentId,
      providerRefundId: null,
      amount,
      wireAmount: sent.wire,
      currency,
      reason,
      askedAs: askedAsOf(tx.ctx),
      status: 'requested',
      lastError: null,
      sweeps: 0,
      nextSweepAt: nextSweep(now, 0),
      createdAt: now,
      updatedAt: now,
    };
    await insertRefundRequest(tx, request);
    audit(tx, {
      action: 'payment.refund_requested',
      object: 'payment',
      recordId: paymentId,
      after: { provider, amount: formatMinor(amount, currency), currency, reason },
    });
    return { serving, request };
  }
}

/** An open question is no refusal: the sweeper asks again with the same key. */
function throwRefusal(
  { provider }: RefundRequest,
  { kind, message: reason }: ProviderFailure,
): void {
  if (kind === 'unknown') return;
  if (kind === 'unreachable')
    throw paymentProviderUnavailable({ provider, reason }, { retryAfter: 5 });
  throw providerRefundRefused({ provider, reason });
}
