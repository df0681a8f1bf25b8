import type { Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { CapturedPayment } from '../providers/payment-provider.port.js';
import { bookProviderPayments, markPaid } from './book-provider-payment.js';
import type { FoundNotice, Known } from './found-notice.js';
import type { Effect } from './verified-notice.js';
import { applied } from './webhook.js';

/** A notice with the payment it tells of. */
export interface ReportedCapture {
  readonly found: FoundNotice;
  readonly payment: CapturedPayment;
}

/** Books a payment that a notice tells of, on the invoice of its metadata or of our own attempt. */
export async function applyCapture(
  tx: Tx,
  found: FoundNotice,
  payment: CapturedPayment,
): Promise<Effect> {
  const [effect] = await applyCaptures(tx, [{ found, payment }]);
  if (!effect) throw new RangeError('A capture has no effect');
  return effect;
}

/** The same for many payments, in their order. */
export async function applyCaptures(
  tx: Tx,
  reported: readonly ReportedCapture[],
): Promise<Effect[]> {
  const all = reported.map(({ found }) => found);
  const named = all.map((found) => found.named);
  // With the metadata there, what is looked for shares the round trip of the invoices' locks.
  const known = named.includes(null) ? await knownOf(all) : null;
  const invoiceIds = known ? known.map(({ invoiceId }) => invoiceId) : named;
  const receipts = reported.map(({ found, payment }, i) => ({
    source: found.source,
    payment,
    invoiceId: invoiceIds[i] ?? null,
    parts: known?.[i]?.parts,
    receivedOn: found.receivedOn,
    reference: found.notice.reference.reference,
    askedOf: askedOf(found),
    ...(found.by && { by: found.by }),
  }));
  const booked = await bookProviderPayments(tx, receipts);
  const attempts = await knownOf(all);
  markPaid(
    tx,
    booked.flatMap(({ paymentId }, i) => {
      const checkout = attempts[i]?.checkout;
      const orderId = all[i]?.notice.reference.orderId ?? null;
      return checkout && paymentId ? [{ checkoutId: checkout.id, paymentId, orderId }] : [];
    }),
  );
  return booked.map(({ paymentId, ...answer }, i) => ({
    answer: answer.applied ? applied(paymentId) : answer,
    invoiceId: invoiceIds[i] ?? null,
    paymentId,
  }));
}

/** Whom the attempt asked, where it is about the invoice that is named. */
async function askedOf({ known }: FoundNotice): Promise<AccountId | null> {
  const { checkout, invoiceId } = await known;
  return checkout?.invoiceId === invoiceId?.toLowerCase() ? (checkout?.accountId ?? null) : null;
}

function knownOf(found: readonly FoundNotice[]): Promise<readonly Known[]> {
  return Promise.all(found.map(({ known }) => known));
}
