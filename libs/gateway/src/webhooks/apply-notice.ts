import { sql, type Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import { nextLookAfterMoney } from '../checkouts/checkout.js';
import { quarantine } from '../receipts/receipt.repository.js';
import { applyCapture } from './apply-capture.js';
import { applyDispute } from './apply-dispute.js';
import { applyRefund, applyRefundFailed, applyRefundTotal } from './apply-refund.js';
import {
  findCheckoutOf,
  namedInvoice,
  type Effect,
  type EventOf,
  type VerifiedNotice,
} from './verified-notice.js';
import { applied, notApplied } from './webhook.js';

/** A payment that failed, once; late repetitions change nothing. */
const INSERT_FAILED = sql(`
  insert into gateway.failed_payment (company_id, provider, provider_payment_id, checkout_id,
    invoice_id, code, description, failed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`);

/** The provider says the link can no longer be paid; a paid one stays paid. */
const MARK_CLOSED = sql(`
  update gateway.checkout set status = $3, next_sweep_at = null, busy_until = null,
    version = version + 1, updated_at = $4
  where company_id = $1 and id = $2 and status in ('creating', 'open', 'closing')`);

/** The payer has acted on the live link; one that was replaced since is closed as it was to be. */
const MARK_PROCESSING = sql(`
  update gateway.checkout set status = 'processing', next_sweep_at = $3, busy_until = null,
    sweeps = 0, version = version + 1, updated_at = $4
  where company_id = $1 and id = $2 and status in ('creating', 'open')`);

/** The money never came, and the link cannot be used again. */
const MARK_FAILED = sql(`
  update gateway.checkout set status = 'failed', next_sweep_at = null, busy_until = null,
    last_error = $3, version = version + 1, updated_at = $4
  where company_id = $1 and id = $2 and status in ('creating', 'open', 'processing')`);

/** Does what a verified notice asks for, in the caller's transaction. */
export async function applyNotice(tx: Tx, verified: VerifiedNotice): Promise<Effect> {
  const { event } = verified.notice;
  switch (event.kind) {
    case 'capture':
      return applyCapture(tx, verified, event.payment);
    case 'failed':
      return applyFailed(tx, verified, event);
    case 'processing':
      return applyProcessing(tx, verified);
    case 'refund':
      return applyRefund(tx, verified, event);
    case 'refund_total':
      return applyRefundTotal(tx, verified, event);
    case 'refund_failed':
      return applyRefundFailed(tx, verified, event);
    case 'link_closed':
      return applyClosed(tx, verified, event);
    case 'unreadable':
      tx.later((end) => quarantineUnreadable(end, verified, event));
      return { answer: notApplied('receipt_opened'), invoiceId: namedInvoice(verified) };
    case 'dispute':
      return applyDispute(tx, verified, event);
    case 'unhandled':
      return { answer: notApplied('event_not_handled'), invoiceId: null };
  }
}

async function applyFailed(
  tx: Tx,
  verified: VerifiedNotice,
  event: EventOf<'failed'>,
): Promise<Effect> {
  const { companyId, now } = tx.ctx;
  const { provider } = verified.source;
  const checkout = await findCheckoutOf(tx, verified);
  if (!checkout) return { answer: notApplied('no_invoice_reference'), invoiceId: null };
  const { id, invoiceId } = checkout;
  const { providerPaymentId, code, description } = event;
  if (event.usedUp) {
    const lastError = description ?? 'The payment failed.';
    tx.later((end) => end.run(MARK_FAILED, [companyId, id, lastError, now]));
  }
  const params = [companyId, provider, providerPaymentId, id, invoiceId, code, description, now];
  if ((await tx.run(INSERT_FAILED, params)) === 0) {
    return { answer: notApplied('already_processed'), invoiceId };
  }
  const data = { checkoutId: id, invoiceId, provider, providerPaymentId, code, description };
  emit(tx, { type: 'payment.failed', object: 'checkout', recordId: id, data });
  return { answer: applied(), invoiceId };
}

async function applyProcessing(tx: Tx, verified: VerifiedNotice): Promise<Effect> {
  const checkout = await findCheckoutOf(tx, verified);
  if (!checkout) return { answer: notApplied('no_invoice_reference'), invoiceId: null };
  const { companyId, now } = tx.ctx;
  const params = [companyId, checkout.id, nextLookAfterMoney(now), now];
  const changed = await tx.run(MARK_PROCESSING, params);
  const answer = changed > 0 ? applied() : notApplied('already_processed');
  return { answer, invoiceId: checkout.invoiceId };
}

async function applyClosed(
  tx: Tx,
  verified: VerifiedNotice,
  event: EventOf<'link_closed'>,
): Promise<Effect> {
  const checkout = await findCheckoutOf(tx, verified);
  if (!checkout) return { answer: notApplied('no_invoice_reference'), invoiceId: null };
  const { companyId, now } = tx.ctx;
  const changed = await tx.run(MARK_CLOSED, [companyId, checkout.id, event.status, now]);
  const answer = changed > 0 ? applied() : notApplied('already_processed');
  return { answer, invoiceId: checkout.invoiceId };
}

function quarantineUnreadable(
  tx: Tx,
  verified: VerifiedNotice,
  { providerPaymentId, objectId, fault }: EventOf<'unreadable'>,
): Promise<boolean> {
  const { source } = verified;
  return quarantine(tx, source, {
    kind: 'unreadable',
    providerObjectId: objectId ?? providerPaymentId ?? source.bodyHash,
    providerPaymentId,
    amount: null,
    currency: null,
    invoiceId: namedInvoice(verified),
    reason: fault ?? 'unreadable_amount',
  });
}
