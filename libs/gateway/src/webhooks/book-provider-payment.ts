import {
  bookCaptures,
  type Capture,
  type CaptureOutcome,
  type PaymentId,
} from '@quittance/receivables';
import { namedSql, type Tx } from '@quittance/database';
import { isUuid, type AccountId, type Ctx, type InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { CapturedPayment } from '../providers/payment-provider.port.js';
import { joinPayments, type JoinedPayment } from '../receipts/dispute-receipt.repository.js';
import {
  quarantine,
  release,
  type ReceiptSource,
  type Released,
} from '../receipts/receipt.repository.js';
import { applied, notApplied, type WebhookAnswer, type WebhookReason } from './webhook.js';

/** Links that were paid need no more looks, whatever was to become of them. */
const MARK_PAID = namedSql(
  `update gateway.checkout c set status = 'paid', payment_id = p.payment_id,
     order_id = coalesce(c.order_id, p.order_id), next_sweep_at = null, busy_until = null,
     last_error = null, version = c.version + 1, updated_at = :now
   from :rows as p
   where c.company_id = :companyId and c.id = p.checkout_id and c.payment_id is null`,
  { rows: { checkoutId: 'uuid', paymentId: 'uuid', orderId: 'text' } },
);

/** Money of a provider on its way into the books. */
export interface ProviderReceipt {
  readonly source: ReceiptSource;
  readonly payment: CapturedPayment;
  /** As the metadata or the checkout says; not yet looked up. */
  readonly invoiceId: string | null;
  /** Of an attempt over several invoices, what is meant for each. */
  readonly parts?: Capture['parts'];
  readonly receivedOn: LocalDate;
  readonly reference: string | null;
  /** Whom the attempt asked; sent before anything is locked, and awaited behind the locks. */
  readonly askedOf: Promise<AccountId | null>;
  /** The request that brought it, where several share the transaction. */
  readonly by?: Ctx;
}

export type BookedReceipt = WebhookAnswer & { readonly paymentId?: PaymentId };

/** Books one payment the provider has taken; see `bookProviderPayments`. */
export async function bookProviderPayment(
  tx: Tx,
  receipt: ProviderReceipt,
): Promise<BookedReceipt> {
  const [booked] = await bookProviderPayments(tx, [receipt]);
  if (!booked) throw new RangeError('A receipt has no outcome');
  return booked;
}

/**
 * Books payments a provider has taken, each once, however often it is told of. What cannot be
 * booked is quarantined, so that no money is invisible.
 */
export async function bookProviderPayments(
  tx: Tx,
  receipts: readonly ProviderReceipt[],
): Promise<BookedReceipt[]> {
  const bookable = receipts.filter(
    ({ payment, invoiceId }) => payment.amount !== 0n && isUuid(invoiceId),
  );
  const askedOf = Promise.all(bookable.map((receipt) => receipt.askedOf));
  // Where there is nothing to book nobody waits for it.
  askedOf.catch(() => undefined);
  const outcomes =
    bookable.length > 0 ? await bookCaptures(tx, bookable.map(captureOf), askedOf) : [];
  const outcomeOf = new Map(bookable.map((receipt, i) => [receipt, outcomes[i]]));
  releaseBooked(tx, outcomeOf);
  return receipts.map((receipt) => answerOf(tx, receipt, outcomeOf.get(receipt)));
}

function captureOf(receipt: ProviderReceipt): Capture {
  const { source, payment, invoiceId, parts, receivedOn, reference, by } = receipt;
  return {
    invoiceId: invoiceId as InvoiceId,
    parts,
    provider: source.provider,
    providerPaymentId: payment.providerPaymentId,
    amount: payment.amount,
    currency: payment.currency,
    method: 'gateway',
    receivedOn,
    reference,
    ...(by && { by }),
  };
}

/**
 * What was kept unapplied before is taken off the list, all of a provider in one statement, and
 * disputes that were told of before learn of their payments.
 */
function releaseBooked(
  tx: Tx,
  outcomes: ReadonlyMap<ProviderReceipt, CaptureOutcome | undefined>,
): void {
  const providers = new Map<string, (JoinedPayment & Released)[]>();
  for (const [{ source, payment, invoiceId }, outcome] of outcomes) {
    if (outcome?.outcome !== 'booked') continue;
    const released = providers.get(source.provider) ?? [];
    providers.set(source.provider, released);
    const note = `Booked as ${outcome.paymentNumber}`;
    const { providerPaymentId } = payment;
    const { paymentId } = outcome;
    released.push({
      providerPaymentId,
      paymentId,
      invoiceId,
      providerObjectId: providerPaymentId,
      note,
    });
  }
  for (const [provider, released] of providers) {
    tx.later((end) => release(end, 'capture', provider, released));
    tx.later((end) => joinPayments(end, provider, released));
  }
}

function answerOf(
  tx: Tx,
  receipt: ProviderReceipt,
  outcome: CaptureOutcome | undefined,
): BookedReceipt {
  if (receipt.payment.amount === 0n) return notApplied('zero_amount');
  if (outcome?.outcome === 'booked') return applied(outcome.paymentId);
  if (outcome?.outcome === 'already_processed') {
    return { ...notApplied('already_processed'), paymentId: outcome.paymentId };
  }
  const reason = outcome?.outcome ?? 'no_invoice_reference';
  tx.later((end) => quarantineCapture(end, receipt, reason));
  return notApplied(reason);
}

function quarantineCapture(
  tx: Tx,
  { source, payment, invoiceId }: ProviderReceipt,
  reason: WebhookReason,
): Promise<boolean> {
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

/** An attempt that was paid, and what the provider groups its payments by. */
export interface PaidCheckout {
  readonly checkoutId: string;
  readonly paymentId: PaymentId;
  readonly orderId: string | null;
}

/**
 * Notes at the end of the transaction that attempts were paid: one that was paid twice, by its
 * first payment.
 */
export function markPaid(tx: Tx, paid: readonly PaidCheckout[]): void {
  if (paid.length === 0) return;
  const latestFirst = [...paid].reverse();
  const firsts = new Map(latestFirst.map((each) => [each.checkoutId, each]));
  const columns = MARK_PAID.columns([...firsts.values()]);
  tx.later((end) => MARK_PAID.run(end, columns));
}
