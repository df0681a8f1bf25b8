import type { Tx } from '@quittance/database';
import { quarantine } from '../receipts/receipt.repository.js';
import { applyCapture } from './apply-capture.js';
import { applyToCheckout } from './apply-to-checkout.js';
import { applyDispute } from './apply-dispute.js';
import { applyRefund, applyRefundFailed, applyRefundTotal } from './apply-refund.js';
import { findNotice } from './found-notice.js';
import { namedInvoice, type Effect, type EventOf, type VerifiedNotice } from './verified-notice.js';
import { notApplied } from './webhook.js';

/** Finds what a verified notice names, and does what it asks for, in the caller's transaction. */
export async function applyNotice(tx: Tx, verified: VerifiedNotice): Promise<Effect> {
  const found = findNotice(tx, verified);
  const { event } = verified.notice;
  switch (event.kind) {
    case 'capture':
      return applyCapture(tx, found, event.payment);
    case 'failed':
    case 'processing':
    case 'link_closed':
      return applyToCheckout(tx, found, event);
    case 'refund':
      return applyRefund(tx, found, event);
    case 'refund_total':
      return applyRefundTotal(tx, found, event);
    case 'refund_failed':
      return applyRefundFailed(tx, verified, event);
    case 'unreadable':
      tx.later((end) => quarantineUnreadable(end, verified, event));
      return { answer: notApplied('receipt_opened'), invoiceId: found.named };
    case 'dispute':
      return applyDispute(tx, found, event);
    case 'unhandled':
      return { answer: notApplied('event_not_handled'), invoiceId: null };
  }
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
