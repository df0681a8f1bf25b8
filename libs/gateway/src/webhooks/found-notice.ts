import type { Tx } from '@quittance/database';
import { isUuid } from '@quittance/kernel';
import { providerPayments } from '@quittance/receivables';
import type { Checkout } from '../checkouts/checkout.js';
import { meantFor } from '../checkouts/checkout-parts.js';
import type { CollectedPart } from '../checkouts/collected-parts.js';
import { findCheckoutOfFailure, findReferencedCheckout } from '../checkouts/checkout.repository.js';
import type { ProviderEvent } from '../providers/payment-provider.port.js';
import { namedInvoice, type VerifiedNotice } from './verified-notice.js';

/** A payment of the provider that is in the books. */
type BookedPayment = NonNullable<Awaited<ReturnType<typeof providerPayments.find>>>;

/** What the company knows of what a notice names, as it was before anything was locked. */
export interface Known {
  /** The attempt, by any of the names it may go by. */
  readonly checkout: Checkout | undefined;
  /** Of an attempt over several invoices, what is meant for each. */
  readonly parts: readonly CollectedPart[] | undefined;
  /** Looked for where it decides: without metadata, of failures, and of disputes. */
  readonly payment: BookedPayment | undefined;
  /** Of the metadata, of the attempt, or of the payment. */
  readonly invoiceId: string | null;
}

/** A notice, and what is known of what it names: asked once, before anything is done about it. */
export interface FoundNotice extends VerifiedNotice {
  /** The invoice of the metadata: whoever has it need not wait for what is found to lock it. */
  readonly named: string | null;
  /**
   * Is sent already, all of it in one round trip. A lock that is sent before this is awaited leaves
   * in the same packet. What has to be true behind a lock is not among it: each branch asks for
   * that by what its lock answers.
   */
  readonly known: Promise<Known>;
}

/** What has to be found before something can be done about an event of a kind. */
interface Wanted {
  readonly checkout: boolean;
  /** The provider's id of the payment, where it may be in the books. */
  readonly payment: string | null;
}

/** Finds what a verified notice names. Sends before it returns. */
export function findNotice(tx: Tx, verified: VerifiedNotice): FoundNotice {
  const named = namedInvoice(verified);
  const known = find(tx, verified, named);
  // Not all that is done about a notice waits for it.
  known.catch(() => undefined);
  // What a spread begins has a hidden class of its own on Node.js 20: a member comes first.
  return { named, ...verified, known };
}

async function find(tx: Tx, verified: VerifiedNotice, named: string | null): Promise<Known> {
  const { notice, source } = verified;
  const { provider } = source;
  const wanted = wantedFor(notice.event, named);
  const { providerPaymentId } = notice.reference;
  const [referenced, failed, payment] = await Promise.all([
    wanted.checkout ? findReferencedCheckout(tx, provider, hintsOf(verified)) : undefined,
    // With an invoice named nobody has to look any further.
    wanted.checkout && providerPaymentId && named === null
      ? findCheckoutOfFailure(tx, provider, providerPaymentId)
      : undefined,
    wanted.payment ? providerPayments.find(tx, provider, wanted.payment) : undefined,
  ]);
  const checkout = referenced ?? failed;
  const invoiceId = named ?? checkout?.invoiceId ?? payment?.invoiceId ?? null;
  // Whatever names an invoice is about that one.
  const parts = named === null ? await meantFor(tx, checkout) : undefined;
  return { checkout, parts, payment, invoiceId };
}

function wantedFor(event: ProviderEvent, named: string | null): Wanted {
  switch (event.kind) {
    case 'failed':
      return { checkout: true, payment: event.providerPaymentId };
    case 'processing':
    case 'link_closed':
      return { checkout: true, payment: null };
    case 'dispute':
      return { checkout: false, payment: event.providerPaymentId };
    case 'capture':
    case 'refund':
    case 'refund_total': {
      // A refund may prove its capture, which is then booked.
      const { payment } = event;
      if (!payment) return { checkout: false, payment: null };
      return { checkout: true, payment: named === null ? payment.providerPaymentId : null };
    }
    case 'refund_failed':
    case 'unreadable':
    case 'unhandled':
      return { checkout: false, payment: null };
  }
}

function hintsOf({ notice }: VerifiedNotice) {
  const { checkoutId, linkId, reference, orderId } = notice.reference;
  return { checkoutId: isUuid(checkoutId) ? checkoutId : null, linkId, reference, orderId };
}
