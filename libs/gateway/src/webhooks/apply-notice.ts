import { recordProviderRefund } from '@quittance/billing';
import { sql, type Tx } from '@quittance/database';
import { isUuid, type LocalDate, type PaymentId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { Checkout } from '../checkouts/checkout.js';
import { findReferencedCheckout, type CheckoutHints } from '../checkouts/checkout.repository.js';
import type { ProviderEvent, ProviderNotice } from '../providers/payment-provider.port.js';
import { quarantine, release, type ReceiptSource } from '../receipts/receipt.repository.js';
import { bookProviderPayment, markPaid } from './book-provider-payment.js';
import { atTheEnd } from './tail.js';
import { applied, notApplied, type WebhookAnswer } from './webhook.js';

/** A verified notice and what is known around it. */
export interface VerifiedNotice {
  readonly notice: ProviderNotice;
  readonly source: ReceiptSource;
  readonly receivedOn: LocalDate;
}

/** What became of a notice, with the invoice it was about. */
export interface Effect {
  readonly answer: WebhookAnswer;
  readonly invoiceId: string | null;
  readonly paymentId?: PaymentId | undefined;
}

type Event<Kind extends ProviderEvent['kind']> = Extract<ProviderEvent, { kind: Kind }>;

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

/** Does what a verified notice asks for, in the caller's transaction. */
export async function applyNotice(tx: Tx, verified: VerifiedNotice): Promise<Effect> {
  const { event } = verified.notice;
  switch (event.kind) {
    case 'capture':
      return applyCapture(tx, verified, event);
    case 'failed':
      return applyFailed(tx, verified, event);
    case 'refund':
      return applyRefund(tx, verified, event);
    case 'link_closed':
      return applyClosed(tx, verified, event);
    case 'unreadable':
      atTheEnd(tx, (end) => quarantineUnreadable(end, verified, event));
      return { answer: notApplied('event_not_handled'), invoiceId: null };
    case 'unhandled':
      return { answer: notApplied('event_not_handled'), invoiceId: null };
  }
}

function findCheckoutOf(tx: Tx, { notice, source }: VerifiedNotice): Promise<Checkout | undefined> {
  const { checkoutId, linkId, reference, orderId } = notice.reference;
  const hints: CheckoutHints = {
    checkoutId: isUuid(checkoutId) ? checkoutId : null,
    linkId,
    reference,
    orderId,
  };
  return findReferencedCheckout(tx, source.provider, hints);
}

async function applyCapture(
  tx: Tx,
  verified: VerifiedNotice,
  { payment }: Pick<Event<'capture'>, 'payment'>,
): Promise<Effect> {
  const { source, receivedOn, notice } = verified;
  const named = isUuid(notice.reference.invoiceId) ? notice.reference.invoiceId : null;
  const found = findCheckoutOf(tx, verified);
  // With the metadata there, the search for the attempt shares the flight of the invoice's lock.
  const invoiceId = named ?? (await found)?.invoiceId ?? null;
  const { reference } = notice.reference;
  const booking = bookProviderPayment(tx, { source, payment, invoiceId, receivedOn, reference });
  const [{ paymentId, ...answer }, checkout] = await Promise.all([booking, found]);
  if (checkout && paymentId) markPaid(tx, checkout.id, paymentId);
  return { answer: answer.applied ? applied(paymentId) : answer, invoiceId, paymentId };
}

async function applyFailed(
  tx: Tx,
  verified: VerifiedNotice,
  event: Event<'failed'>,
): Promise<Effect> {
  const { companyId, now } = tx.ctx;
  const { provider } = verified.source;
  const checkout = await findCheckoutOf(tx, verified);
  if (!checkout) return { answer: notApplied('no_invoice_reference'), invoiceId: null };
  const { id, invoiceId } = checkout;
  const { providerPaymentId, code, description } = event;
  const params = [companyId, provider, providerPaymentId, id, invoiceId, code, description, now];
  if ((await tx.run(INSERT_FAILED, params)) === 0) {
    return { answer: notApplied('already_processed'), invoiceId };
  }
  const data = { checkoutId: id, invoiceId, provider, providerPaymentId, code, description };
  emit(tx, { type: 'payment.failed', object: 'checkout', recordId: id, data });
  return { answer: applied(), invoiceId };
}

async function applyClosed(
  tx: Tx,
  verified: VerifiedNotice,
  event: Event<'link_closed'>,
): Promise<Effect> {
  const checkout = await findCheckoutOf(tx, verified);
  if (!checkout) return { answer: notApplied('no_invoice_reference'), invoiceId: null };
  const { companyId, now } = tx.ctx;
  const changed = await tx.run(MARK_CLOSED, [companyId, checkout.id, event.status, now]);
  const answer = changed > 0 ? applied() : notApplied('already_processed');
  return { answer, invoiceId: checkout.invoiceId };
}

async function applyRefund(
  tx: Tx,
  verified: VerifiedNotice,
  event: Event<'refund'>,
): Promise<Effect> {
  const { provider } = verified.source;
  const { providerPaymentId, providerRefundId, amount, payment } = event;
  const refund = { provider, providerPaymentId, providerRefundId, amount };
  let outcome = await recordProviderRefund(tx, refund);
  if (outcome.outcome === 'payment_not_found' && payment) {
    // A refund proves its capture: the event that should have told of it is still on its way.
    await applyCapture(tx, verified, { payment });
    outcome = await recordProviderRefund(tx, refund);
  }
  const invoiceId = verified.notice.reference.invoiceId;
  const paymentId = 'paymentId' in outcome ? outcome.paymentId : undefined;
  const effect = { invoiceId: isUuid(invoiceId) ? invoiceId : null, paymentId };
  if (outcome.outcome === 'recorded') {
    const note = 'Recorded as a refund';
    atTheEnd(tx, (end) => release(end, 'refund', provider, providerRefundId, note));
    return { ...effect, answer: applied(paymentId) };
  }
  if (outcome.outcome === 'already_processed' || outcome.outcome === 'zero_amount') {
    return { ...effect, answer: notApplied(outcome.outcome) };
  }
  const reason = outcome.outcome === 'refused' ? outcome.code : outcome.outcome;
  atTheEnd(tx, (end) => quarantineRefund(end, verified, event, reason));
  const refused = outcome.outcome === 'refused' ? 'refund_refused' : outcome.outcome;
  return { ...effect, answer: notApplied(refused) };
}

function quarantineRefund(
  tx: Tx,
  { source, notice }: VerifiedNotice,
  event: Event<'refund'>,
  reason: string,
): Promise<void> {
  const { invoiceId } = notice.reference;
  return quarantine(tx, source, {
    kind: 'refund',
    providerObjectId: event.providerRefundId,
    providerPaymentId: event.providerPaymentId,
    amount: event.amount,
    currency: event.currency,
    invoiceId: isUuid(invoiceId) ? invoiceId : null,
    reason,
  });
}

function quarantineUnreadable(
  tx: Tx,
  { source, notice }: VerifiedNotice,
  { providerPaymentId }: Event<'unreadable'>,
): Promise<void> {
  const { invoiceId } = notice.reference;
  return quarantine(tx, source, {
    kind: 'unreadable',
    providerObjectId: providerPaymentId ?? source.bodyHash,
    providerPaymentId,
    amount: null,
    currency: null,
    invoiceId: isUuid(invoiceId) ? invoiceId : null,
    reason: 'unreadable_amount',
  });
}
