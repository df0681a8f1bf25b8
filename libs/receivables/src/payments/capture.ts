import type { CreditNoteId, Ctx, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { PaymentId } from './payment-id.js';
import type { Invoice } from '../invoices/invoice.repository.js';
import { splitCapture } from '../invoices/settlement.js';
import type { PaymentMethod } from './payment.js';

/** A verified capture of a provider. The invoice comes from the payload and is looked up. */
export interface Capture {
  readonly invoiceId: InvoiceId;
  readonly provider: string;
  readonly providerPaymentId: string;
  /** Minor units of `currency`. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly method: PaymentMethod;
  readonly receivedOn: LocalDate;
  readonly reference: string | null;
  /** The request that told of it, where several share the transaction. */
  readonly by?: Ctx;
}

export type CaptureOutcome =
  | {
      readonly outcome: 'booked';
      readonly paymentId: PaymentId;
      readonly paymentNumber: string;
      readonly applied: bigint;
      readonly excess: bigint;
      readonly creditNoteId: CreditNoteId | null;
    }
  | { readonly outcome: 'already_processed'; readonly paymentId: PaymentId }
  | { readonly outcome: 'invoice_not_found' }
  | { readonly outcome: 'currency_mismatch'; readonly expected: Currency }
  | { readonly outcome: 'zero_amount' };

/** A capture that will be booked: what its invoice takes, and what is left over. */
export interface BookableCapture {
  readonly capture: Capture;
  readonly paymentId: PaymentId;
  readonly applied: bigint;
  readonly excess: bigint;
}

export type JudgedCapture =
  BookableCapture | { readonly capture: Capture; readonly outcome: CaptureOutcome };

/** What the judgement of captures depends on, as it is under the locks. */
export interface CaptureFacts {
  readonly invoices: ReadonlyMap<string, Pick<Invoice, 'id' | 'currency' | 'balance'>>;
  /** By `captureKey`. */
  readonly bookedAs: ReadonlyMap<string, PaymentId>;
  newId(): PaymentId;
}

/** What a payment of a provider goes by. */
export function captureKey({
  provider,
  providerPaymentId,
}: Pick<Capture, 'provider' | 'providerPaymentId'>): string {
  return `${provider} ${providerPaymentId}`;
}

/**
 * Judges captures in their order: each sees what those before it have left of its invoice, and a
 * payment told of twice is booked once. Pure.
 */
export function judgeCaptures(
  captures: readonly Capture[],
  { invoices, bookedAs, newId }: CaptureFacts,
): JudgedCapture[] {
  const balances = new Map([...invoices.values()].map(({ id, balance }) => [id, balance]));
  const booked = new Map(bookedAs);
  return captures.map((capture) => {
    const refused = (outcome: CaptureOutcome) => ({ capture, outcome });
    if (capture.amount <= 0n) return refused({ outcome: 'zero_amount' });
    const known = booked.get(captureKey(capture));
    if (known) return refused({ outcome: 'already_processed', paymentId: known });
    const invoice = invoices.get(capture.invoiceId.toLowerCase());
    if (!invoice) return refused({ outcome: 'invoice_not_found' });
    if (invoice.currency !== capture.currency) {
      return refused({ outcome: 'currency_mismatch', expected: invoice.currency });
    }
    const balance = balances.get(invoice.id) ?? 0n;
    const split = splitCapture(capture.amount, { balance });
    const paymentId = newId();
    balances.set(invoice.id, balance - split.applied);
    booked.set(captureKey(capture), paymentId);
    return { capture, paymentId, ...split };
  });
}
