import { providerPayments } from '@quittance/receivables';
import type { Tx } from '@quittance/database';
import type { Checkout } from '../checkouts/checkout.js';
import type { CapturedPayment } from '../providers/payment-provider.port.js';
import { bookProviderPayments, markPaid } from './book-provider-payment.js';
import {
  findCheckoutOf,
  namedInvoice,
  type Effect,
  type VerifiedNotice,
} from './verified-notice.js';
import { applied } from './webhook.js';

/** A verified notice with the payment it tells of. */
export interface ToldCapture {
  readonly verified: VerifiedNotice;
  readonly payment: CapturedPayment;
}

/** Books a payment that a notice tells of, on the invoice of its metadata or of our own attempt. */
export async function applyCapture(
  tx: Tx,
  verified: VerifiedNotice,
  payment: CapturedPayment,
): Promise<Effect> {
  const [effect] = await applyCaptures(tx, [{ verified, payment }]);
  if (!effect) throw new RangeError('A capture has no effect');
  return effect;
}

/** The same for many payments, in their order. */
export async function applyCaptures(tx: Tx, told: readonly ToldCapture[]): Promise<Effect[]> {
  const searched = Promise.all(told.map(({ verified }) => findCheckoutOf(tx, verified)));
  searched.catch(() => undefined);
  const named = told.map(({ verified }) => namedInvoice(verified));
  // With the metadata there, the search for the attempts shares the flight of the invoices' locks.
  const invoiceIds = named.includes(null) ? await invoicesOf(tx, told, await searched) : named;
  const receipts = told.map(({ verified, payment }, i) => ({
    source: verified.source,
    payment,
    invoiceId: invoiceIds[i] ?? null,
    receivedOn: verified.receivedOn,
    reference: verified.notice.reference.reference,
    ...(verified.by && { by: verified.by }),
  }));
  const booked = await bookProviderPayments(tx, receipts);
  const checkouts = await searched;
  markPaid(
    tx,
    booked.flatMap(({ paymentId }, i) => {
      const checkout = checkouts[i];
      const orderId = told[i]?.verified.notice.reference.orderId ?? null;
      return checkout && paymentId ? [{ checkoutId: checkout.id, paymentId, orderId }] : [];
    }),
  );
  return booked.map(({ paymentId, ...answer }, i) => ({
    answer: answer.applied ? applied(paymentId) : answer,
    invoiceId: invoiceIds[i] ?? null,
    paymentId,
  }));
}

/** Of metadata, of our own attempts, or of the payment where it is in the books already. */
function invoicesOf(
  tx: Tx,
  told: readonly ToldCapture[],
  checkouts: readonly (Checkout | undefined)[],
): Promise<(string | null)[]> {
  return Promise.all(
    told.map(async ({ verified, payment }, i) => {
      const known = namedInvoice(verified) ?? checkouts[i]?.invoiceId;
      const { provider } = verified.source;
      return known ?? providerPayments.invoice(tx, provider, payment.providerPaymentId);
    }),
  );
}
