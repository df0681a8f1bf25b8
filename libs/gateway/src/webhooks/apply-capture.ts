import type { Tx } from '@quittance/database';
import type { CapturedPayment } from '../providers/payment-provider.port.js';
import { bookProviderPayment, markPaid } from './book-provider-payment.js';
import {
  findCheckoutOf,
  namedInvoice,
  type Effect,
  type VerifiedNotice,
} from './verified-notice.js';
import { applied } from './webhook.js';

/** Books a payment that a notice tells of, on the invoice of its metadata or of our own attempt. */
export async function applyCapture(
  tx: Tx,
  verified: VerifiedNotice,
  payment: CapturedPayment,
): Promise<Effect> {
  const { source, receivedOn, notice } = verified;
  const found = findCheckoutOf(tx, verified);
  // With the metadata there, the search for the attempt shares the flight of the invoice's lock.
  const invoiceId = namedInvoice(verified) ?? (await found)?.invoiceId ?? null;
  const { reference } = notice.reference;
  const booking = bookProviderPayment(tx, { source, payment, invoiceId, receivedOn, reference });
  const [{ paymentId, ...answer }, checkout] = await Promise.all([booking, found]);
  if (checkout && paymentId) markPaid(tx, checkout.id, paymentId);
  return { answer: answer.applied ? applied(paymentId) : answer, invoiceId, paymentId };
}
