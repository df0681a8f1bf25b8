import { companyToday, readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { addSeconds } from '@quittance/kernel';
import type { PaymentId } from '@quittance/receivables';
import { createHash } from 'node:crypto';
import type { ProviderFailure, ProviderLink } from '../providers/payment-provider.port.js';
import { bookProviderPayment } from '../webhooks/book-provider-payment.js';
import { nextLookAfterMoney, type Checkout } from './checkout.js';
import { meantFor } from './checkout-parts.js';
import { findCheckout, lockCheckout, updateCheckout } from './checkout.repository.js';

/** The provider closes an expired link by itself; we look a little later. */
const AFTER_EXPIRY = 60;

/** An attempt that needs no more looks. */
const SETTLED = { nextSweepAt: null, busyUntil: null, lastError: null } as const;

/**
 * Stores what the provider has for an attempt and books the payments it tells of, in case their
 * webhooks were lost.
 */
export async function storeLink(tx: Tx, id: string, link: ProviderLink): Promise<Checkout> {
  // Before the attempt is locked: the invoice comes first in the order of locks.
  const paymentId = await bookPayments(tx, id, link);
  const checkout = await lockCheckout(tx, id);
  const known = {
    linkId: link.linkId,
    orderId: link.orderId ?? checkout.orderId,
    paymentUrl: link.url ?? checkout.paymentUrl,
  };
  const state = paymentId
    ? { ...SETTLED, status: 'paid' as const, paymentId: checkout.paymentId ?? paymentId }
    : stateAfter(tx, checkout, link);
  return updateCheckout(tx, checkout, { ...known, ...state });
}

async function bookPayments(tx: Tx, id: string, link: ProviderLink): Promise<PaymentId | null> {
  if (link.payments.length === 0) return null;
  const [checkout, company] = await Promise.all([lockedLater(tx, id), readCompany(tx)]);
  const receivedOn = companyToday(company, tx.ctx.now);
  const parts = await meantFor(tx, checkout);
  let paymentId: PaymentId | null = null;
  for (const payment of link.payments) {
    const booked = await bookProviderPayment(tx, {
      source: {
        provider: checkout.provider,
        eventId: null,
        type: 'link.looked_up',
        bodyHash: createHash('sha256').update(payment.providerPaymentId).digest('hex'),
      },
      payment,
      invoiceId: checkout.invoiceId,
      parts,
      receivedOn,
      reference: checkout.reference,
      askedOf: Promise.resolve(checkout.accountId),
    });
    paymentId ??= booked.paymentId ?? null;
  }
  return paymentId;
}

async function lockedLater(tx: Tx, id: string): Promise<Checkout> {
  const checkout = await findCheckout(tx, id);
  if (!checkout) throw new Error('Attempts are never deleted, but this one is gone');
  return checkout;
}

function stateAfter(tx: Tx, checkout: Checkout, link: ProviderLink): Partial<Checkout> {
  const { now } = tx.ctx;
  if (!['creating', 'open', 'processing'].includes(checkout.status)) return {};
  if (link.status === 'processing') {
    return { ...SETTLED, status: 'processing', sweeps: 0, nextSweepAt: nextLookAfterMoney(now) };
  }
  // Paid counts as such with its payment only.
  if (link.status === 'paid') return paidWithoutBooking(checkout, link);
  if (link.status !== 'open') return { ...SETTLED, status: link.status };
  if (checkout.closeRequested)
    return { ...SETTLED, status: 'closing', sweeps: 0, nextSweepAt: now };
  const expiresAt = link.expiresAt ?? checkout.expiresAt;
  const nextSweepAt = addSeconds(expiresAt, AFTER_EXPIRY);
  // Still open after its time: the claim has already set the next look.
  if (nextSweepAt <= now) return { busyUntil: null, expiresAt };
  return { ...SETTLED, status: 'open', sweeps: 0, expiresAt, nextSweepAt };
}

/** What was paid waits for a person, or the provider has still to say by which payment it was. */
function paidWithoutBooking({ nextSweepAt }: Checkout, link: ProviderLink): Partial<Checkout> {
  const over = link.payments.length > 0 || !nextSweepAt;
  const lastError = 'The link is paid, but no payment of it could be booked.';
  return over ? { ...SETTLED, status: 'failed', lastError } : { busyUntil: null, lastError };
}

/** The provider certainly has no link for the attempt. */
export async function storeAbsence(tx: Tx, id: string): Promise<Checkout> {
  const checkout = await lockCheckout(tx, id);
  if (checkout.status === 'open') {
    return updateCheckout(tx, checkout, { ...SETTLED, status: 'expired' });
  }
  const lastError = 'The provider has no link for this attempt.';
  // The account may be another one by now, and the money come all the same: until nobody asks any
  // more.
  if (checkout.status === 'processing') return storeNoAnswer(tx, id, { message: lastError });
  if (checkout.status !== 'creating') return checkout;
  return updateCheckout(tx, checkout, { ...SETTLED, status: 'failed', lastError });
}

/** A link that is not what was asked for: it must not be paid, and the attempt has failed. */
export async function discardLink(tx: Tx, id: string, link: ProviderLink): Promise<Checkout> {
  const checkout = await lockCheckout(tx, id);
  return updateCheckout(tx, checkout, {
    status: 'closing',
    closeRequested: true,
    linkId: link.linkId,
    lastError: 'The provider made a link for another amount.',
    sweeps: 0,
    nextSweepAt: tx.ctx.now,
    busyUntil: null,
  });
}

/**
 * The provider was told that the link must not be paid any more, and this is how it stands. Money
 * that came before is booked; for money that is still on its way it is looked at again, and nobody
 * is asked for it meanwhile.
 */
export async function storeClosed(
  tx: Tx,
  id: string,
  link: ProviderLink | null,
): Promise<Checkout> {
  // Before the attempt is locked, as in `storeLink`.
  const paymentId = link && (await bookPayments(tx, id, link));
  const checkout = await lockCheckout(tx, id);
  const linkId = link?.linkId ?? checkout.linkId;
  if (paymentId) {
    const paid = { status: 'paid' as const, paymentId: checkout.paymentId ?? paymentId };
    return updateCheckout(tx, checkout, { ...SETTLED, ...paid, linkId });
  }
  if (checkout.status !== 'closing') return checkout;
  const { now } = tx.ctx;
  return link?.status === 'processing'
    ? updateCheckout(tx, checkout, {
        ...SETTLED,
        linkId,
        moneyUnderWayAt: checkout.moneyUnderWayAt ?? now,
        sweeps: 0,
        nextSweepAt: nextLookAfterMoney(now),
      })
    : updateCheckout(tx, checkout, { ...SETTLED, status: 'cancelled', linkId });
}

/**
 * Stores that the provider did not make the link. When that is certain the attempt is over;
 * otherwise the sweeper asks.
 */
export async function storeNotMade(
  tx: Tx,
  id: string,
  { kind, message: lastError }: ProviderFailure,
): Promise<Checkout> {
  const checkout = await lockCheckout(tx, id);
  const certain = checkout.status === 'creating' && kind !== 'unknown';
  const over = certain ? { ...SETTLED, status: 'failed' as const } : { busyUntil: null };
  return updateCheckout(tx, checkout, { ...over, lastError });
}

/**
 * Stores a look or a cancellation that failed: the next one decides, and after the last nobody can.
 */
export async function storeNoAnswer(
  tx: Tx,
  id: string,
  { message: lastError }: Pick<ProviderFailure, 'message'>,
): Promise<Checkout> {
  const checkout = await lockCheckout(tx, id);
  const waiting = ['creating', 'closing', 'processing'].includes(checkout.status);
  const givenUp = waiting && !checkout.nextSweepAt;
  const over = givenUp ? { ...SETTLED, status: 'failed' as const } : { busyUntil: null };
  return updateCheckout(tx, checkout, { ...over, lastError });
}
