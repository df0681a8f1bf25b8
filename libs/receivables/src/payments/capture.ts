import type { AccountId, CreditNoteId, Ctx, InvoiceId } from '@quittance/kernel';
import { minOf, type Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { PaymentId } from './payment-id.js';
import type { Invoice } from '../invoices/invoice.repository.js';
import { collectable, splitCapture } from '../invoices/settlement.js';
import type { PaymentMethod } from './payment.js';

/** What of a payment over several invoices is meant for one of them, in minor units. */
export interface CapturePart {
  readonly invoiceId: InvoiceId;
  readonly amount: bigint;
}

/** A verified capture of a provider. The invoice comes from the payload and is looked up. */
export interface Capture {
  /** Whose account and currency it is booked with, unless that is a draft among several. */
  readonly invoiceId: InvoiceId;
  /** Of a payment over several invoices, which of them it is meant for, in that order. */
  readonly parts?: readonly CapturePart[] | undefined;
  readonly provider: string;
  readonly providerPaymentId: string;
  /** Minor units of `currency`. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly method: PaymentMethod;
  readonly receivedOn: LocalDate;
  readonly reference: string | null;
  /** Who was asked for it, where that is known: it is nobody else's money. */
  readonly askedOf?: AccountId | null | undefined;
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
  | { readonly outcome: 'account_mismatch' }
  | { readonly outcome: 'zero_amount' };

/** A capture that will be booked: what its invoices take, and what is left over. */
export interface BookableCapture {
  readonly capture: Capture;
  readonly paymentId: PaymentId;
  /** Whose account and currency it has. */
  readonly payerOf: InvoiceId;
  /** Of each invoice that takes some of it. */
  readonly taken: readonly CapturePart[];
  readonly excess: bigint;
}

export type JudgedCapture =
  | BookableCapture
  | { readonly capture: Capture; readonly outcome: CaptureOutcome };

type TakingInvoice = Pick<
  Invoice,
  'id' | 'accountId' | 'currency' | 'balance' | 'writtenOffAmount' | 'sentAt'
>;

/** What the judgement of captures depends on, as it is under the locks. */
export interface CaptureFacts {
  readonly invoices: ReadonlyMap<string, TakingInvoice>;
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
  const balances = new Map([...invoices.values()].map((each) => [each.id, collectable(each)]));
  const booked = new Map(bookedAs);
  return captures.map((capture) => {
    const refused = (outcome: CaptureOutcome) => ({ capture, outcome });
    if (capture.amount <= 0n) return refused({ outcome: 'zero_amount' });
    const known = booked.get(captureKey(capture));
    if (known) return refused({ outcome: 'already_processed', paymentId: known });
    const invoice = payersInvoice(capture, invoices);
    if (!invoice) return refused({ outcome: 'invoice_not_found' });
    if (capture.askedOf && invoice.accountId !== capture.askedOf) {
      return refused({ outcome: 'account_mismatch' });
    }
    if (invoice.currency !== capture.currency) {
      return refused({ outcome: 'currency_mismatch', expected: invoice.currency });
    }
    const split = splitOver(capture, invoice, invoices, balances);
    for (const { invoiceId, amount } of split.taken) {
      balances.set(invoiceId, (balances.get(invoiceId) ?? 0n) - amount);
    }
    const paymentId = newId();
    booked.set(captureKey(capture), paymentId);
    return { capture, paymentId, payerOf: invoice.id, ...split };
  });
}

/**
 * The invoice by which the payer is known: of several one of who was asked, or the first that was
 * sent, as nobody gives that to another account or currency any more, which of a draft may have
 * happened since.
 */
function payersInvoice(
  { invoiceId, parts = [], askedOf }: Capture,
  invoices: ReadonlyMap<string, TakingInvoice>,
): TakingInvoice | undefined {
  const of = (id: string) => invoices.get(id.toLowerCase());
  const named = of(invoiceId);
  if (!named || named.sentAt !== null) return named;
  const own = askedOf && parts.flatMap((part) => of(part.invoiceId) ?? []);
  const payers = own && own.find(({ accountId }) => accountId === askedOf);
  if (payers) return payers;
  const sent = parts.flatMap((part) => of(part.invoiceId) ?? []).find((each) => each.sentAt);
  return sent ?? named;
}

/**
 * Of a payment over several invoices each takes what was meant for it, as far as it is open still:
 * what was meant for one that was paid or cancelled meanwhile is nobody's. One that went to another
 * account since takes none.
 */
function splitOver(
  { amount, parts }: Capture,
  first: TakingInvoice,
  invoices: ReadonlyMap<string, TakingInvoice>,
  balances: ReadonlyMap<InvoiceId, bigint>,
): Pick<BookableCapture, 'taken' | 'excess'> {
  const open = (id: InvoiceId) => balances.get(id) ?? 0n;
  if (!parts) {
    const { applied, excess } = splitCapture(amount, open(first.id));
    return { taken: [{ invoiceId: first.id, amount: applied }], excess };
  }
  const taken: CapturePart[] = [];
  let left = amount;
  for (const part of parts) {
    const invoice = invoices.get(part.invoiceId.toLowerCase());
    if (invoice?.accountId !== first.accountId || invoice.currency !== first.currency) continue;
    const { applied } = splitCapture(minOf(part.amount, left), open(invoice.id));
    if (applied > 0n) taken.push({ invoiceId: invoice.id, amount: applied });
    left -= applied;
  }
  return { taken, excess: left };
}
