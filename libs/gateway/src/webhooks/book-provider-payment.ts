import { bookCapture, type CaptureOutcome } from '@quittance/billing';
import { sql, type Tx } from '@quittance/database';
import { isUuid, type InvoiceId, type LocalDate, type PaymentId } from '@quittance/kernel';
import type { CapturedPayment } from '../providers/payment-provider.port.js';
import { quarantine, release, type ReceiptSource } from '../receipts/receipt.repository.js';
import { atTheEnd } from './tail.js';
import { applied, notApplied, type WebhookAnswer, type WebhookReason } from './webhook.js';

/** A link that was paid needs no more looks, whatever was to become of it. */
const MARK_PAID = sql(`
  update gateway.checkout set status = 'paid', payment_id = $3, next_sweep_at = null,
    busy_until = null, last_error = null, version = version + 1, updated_at = $4
  where company_id = $1 and id = $2 and payment_id is null`);

/** Money of a provider on its way into the books. */
export interface ProviderReceipt {
  readonly source: ReceiptSource;
  readonly payment: CapturedPayment;
  /** As the metadata or the checkout says; not yet looked up. */
  readonly invoiceId: string | null;
  readonly receivedOn: LocalDate;
  readonly reference: string | null;
}

/**
 * Books a payment the provider has taken, once, however often it is told of. What cannot be booked
 * is quarantined, so that no money is invisible.
 */
export async function bookProviderPayment(
  tx: Tx,
  receipt: ProviderReceipt,
): Promise<WebhookAnswer & { readonly paymentId?: PaymentId }> {
  const { source, payment, invoiceId } = receipt;
  if (payment.amount === 0n) return notApplied('zero_amount');
  const outcome = isUuid(invoiceId) ? await book(tx, receipt, invoiceId as InvoiceId) : null;
  if (outcome?.outcome === 'booked') {
    const { provider } = source;
    const note = `Booked as ${outcome.paymentNumber}`;
    atTheEnd(tx, (end) => release(end, 'capture', provider, payment.providerPaymentId, note));
    return applied(outcome.paymentId);
  }
  if (outcome?.outcome === 'already_processed') {
    return { ...notApplied('already_processed'), paymentId: outcome.paymentId };
  }
  const reason = outcome?.outcome ?? 'no_invoice_reference';
  atTheEnd(tx, (end) => quarantineCapture(end, receipt, reason));
  return notApplied(reason);
}

function book(
  tx: Tx,
  { source, payment, receivedOn, reference }: ProviderReceipt,
  invoiceId: InvoiceId,
): Promise<CaptureOutcome> {
  return bookCapture(tx, {
    invoiceId,
    provider: source.provider,
    providerPaymentId: payment.providerPaymentId,
    amount: payment.amount,
    currency: payment.currency,
    method: 'gateway',
    receivedOn,
    reference,
  });
}

function quarantineCapture(
  tx: Tx,
  { source, payment, invoiceId }: ProviderReceipt,
  reason: WebhookReason,
): Promise<void> {
  return quarantine(tx, source, {
    kind: 'capture',
    providerObjectId: payment.providerPaymentId,
    providerPaymentId: payment.providerPaymentId,
    amount: payment.amount,
    currency: payment.currency,
    invoiceId: isUuid(invoiceId) ? invoiceId : null,
    reason,
  });
}

/** Notes at the end of the transaction that the attempt was paid. */
export function markPaid(tx: Tx, checkoutId: string, paymentId: PaymentId): void {
  const { companyId, now } = tx.ctx;
  atTheEnd(tx, (end) => end.run(MARK_PAID, [companyId, checkoutId, paymentId, now]));
}
