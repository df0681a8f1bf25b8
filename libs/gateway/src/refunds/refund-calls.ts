import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { workQuarantined } from '@quittance/watchdog';
import { createHash } from 'node:crypto';
import type { ServingAccount } from '../connectors/serving-account.js';
import { nextLookAfterMoney } from '../checkouts/checkout.js';
import { callProvider } from '../providers/call-provider.js';
import { ProviderFailure, type ProviderRefundState } from '../providers/payment-provider.port.js';
import { FAILED_BEFORE_BOOKING, quarantine } from '../receipts/receipt.repository.js';
import { lockRefunds, recordRefund } from './record-refund.js';
import type { RefundRequest } from './refund-request.description.js';
import { lockRefundRequest, updateRefundRequest } from './refund-request.repository.js';
import { storeReportedRefund, wasReported } from './reported-refunds.repository.js';

/** Asks the provider about one stored request, as often as need be, and stores what it says. */
@Injectable()
export class RefundCalls {
  constructor(private readonly db: Database) {}

  /**
   * Answers what went wrong, if anything; it is stored already. Without access to the provider
   * nobody knows how the refund stands.
   */
  async ask(
    ctx: Ctx,
    serving: ServingAccount | undefined,
    request: RefundRequest,
  ): Promise<ProviderFailure | null> {
    try {
      if (!serving) throw new ProviderFailure('unknown', 'Access to the provider is gone.');
      const { provider, account } = serving;
      const { id, providerPaymentId, wireAmount, currency, reason, providerRefundId } = request;
      const asked = { providerPaymentId, wireAmount, currency, reason };
      const askedBefore = request.sweeps > 0;
      const refund = { key: id, ...asked, providerRefundId, askedBefore };
      const state = await callProvider((signal) => provider.refundPayment(account, refund, signal));
      await this.db.write(ctx, (tx) => storeState(tx, request, state), { answers: false });
      return state.status === 'failed'
        ? new ProviderFailure('refused', 'The refund failed there.')
        : null;
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      await this.db.write(ctx, (tx) => storeFailure(tx, request, error), { answers: false });
      return error;
    }
  }

  /** Nobody asks, as though the provider did not answer: after the last look it has failed. */
  async leaveOut(ctx: Ctx, request: RefundRequest): Promise<void> {
    const why = new ProviderFailure('unknown', workQuarantined.detail);
    await this.db.write(ctx, (tx) => storeFailure(tx, request, why), { answers: false });
  }
}

async function storeState(
  tx: Tx,
  asked: RefundRequest,
  { providerRefundId, status }: ProviderRefundState,
): Promise<void> {
  // Money that has gone back is in the books with or without its webhook. The payment is locked
  // before the request, as a webhook does.
  const ended =
    status === 'processed' && (await record(tx, asked, providerRefundId)) ? 'failed' : status;
  const request = await lockRefundRequest(tx, asked.id);
  if (request.status === 'confirmed' || request.status === 'failed') return;
  const next = { pending: 'pending', processed: 'confirmed', failed: 'failed' } as const;
  const looks = ended === 'pending' ? goOn(tx, request) : { nextSweepAt: null };
  await updateRefundRequest(tx, request, { ...looks, providerRefundId, status: next[ended] });
}

/**
 * Banks take a week and more: as long as the provider says that it is on its way, it is asked
 * again.
 */
function goOn({ ctx }: Tx, { nextSweepAt }: RefundRequest): Partial<RefundRequest> {
  return nextSweepAt ? {} : { sweeps: 0, nextSweepAt: nextLookAfterMoney(ctx.now) };
}

/**
 * What the books refuse by now, say because staff have refunded it too, is left to a person.
 * Answers whether it has failed since the provider was asked: then nothing is booked.
 */
async function record(
  tx: Tx,
  { provider, providerPaymentId, amount, currency, reason }: RefundRequest,
  providerRefundId: string,
): Promise<boolean> {
  const refund = { provider, providerPaymentId, providerRefundId, amount, currency, reason };
  const { failed } = await storeReportedRefund(tx, refund, 'succeeded');
  const hasFailed = wasReported(failed, providerRefundId);
  const outcome = hasFailed
    ? ({ outcome: FAILED_BEFORE_BOOKING } as const)
    : (await recordRefund(tx, await lockRefunds(tx, refund), refund)).outcome;
  if (['recorded', 'already_processed', 'covered'].includes(outcome.outcome)) return false;
  const bodyHash = createHash('sha256').update(providerRefundId).digest('hex');
  const source = { provider, eventId: null, type: 'refund.looked_up', bodyHash };
  await quarantine(tx, source, {
    kind: 'refund',
    providerObjectId: providerRefundId,
    providerPaymentId,
    amount,
    currency,
    invoiceId: null,
    reason: outcome.outcome === 'refused' ? outcome.code : outcome.outcome,
  });
  return hasFailed;
}

/** The first try that certainly came to nothing ends the request; later ones only know less. */
async function storeFailure(
  tx: Tx,
  { id }: RefundRequest,
  { kind, message: lastError }: ProviderFailure,
): Promise<void> {
  const request = await lockRefundRequest(tx, id);
  if (request.status !== 'requested') return updateRefundRequest(tx, request, { lastError });
  const certain = kind !== 'unknown' && (kind !== 'unreachable' || request.sweeps === 0);
  const over = certain || !request.nextSweepAt;
  const end = over ? { status: 'failed' as const, nextSweepAt: null } : {};
  await updateRefundRequest(tx, request, { ...end, lastError });
}
