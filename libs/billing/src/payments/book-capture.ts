import { sendAhead, violates, type Tx } from '@quittance/database';
import {
  failpoint,
  isUuid,
  type CreditNoteId,
  type Currency,
  type InvoiceId,
  type LocalDate,
  type PaymentId,
} from '@quittance/kernel';
import { assignNumbers, readNumberingRules, type AssignedNumber } from '@quittance/numbering';
import { findLockedInvoice, type Invoice } from '../invoices/invoice.repository.js';
import { splitCapture } from '../invoices/settlement.js';
import { announcePayment } from './announce-payment.js';
import { layPayment } from './lay-payment.js';
import { newPayment } from './new-payment.js';
import type { PaymentMethod } from './payment.js';
import { findProviderPayment, payments } from './payment.repository.js';
import { storeLaidPayment } from './store-laid-payment.js';

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

/**
 * Books a capture on the locked invoice, in the caller's transaction: account and currency are the
 * invoice's, the balance is settled, the excess becomes an on-account credit note. Money is never
 * refused: an invoice that is paid, void or cancelled has no balance, so all of it is excess.
 */
export async function bookCapture(tx: Tx, capture: Capture): Promise<CaptureOutcome> {
  if (capture.amount <= 0n) return { outcome: 'zero_amount' };
  if (!isUuid(capture.invoiceId)) return { outcome: 'invoice_not_found' };
  // The look-up is behind the lock: it sees the payment of a delivery that held the lock before.
  const [invoice, bookedAs, paymentRules, noteRules] = await Promise.all([
    findLockedInvoice(tx, capture.invoiceId),
    findProviderPayment(tx, capture.provider, capture.providerPaymentId),
    readNumberingRules(tx, 'payment'),
    readNumberingRules(tx, 'credit-note'),
  ]);
  await failpoint('capture.after_invoice_lock');
  if (bookedAs) return { outcome: 'already_processed', paymentId: bookedAs };
  if (!invoice) return { outcome: 'invoice_not_found' };
  if (invoice.currency !== capture.currency) {
    return { outcome: 'currency_mismatch', expected: invoice.currency };
  }
  const { excess } = splitCapture(capture.amount, invoice);
  const dates = [capture.receivedOn];
  const [[number], [noteNumber]] = await Promise.all([
    assignNumbers(tx, 'payment', dates, paymentRules),
    assignNumbers(tx, 'credit-note', excess > 0n ? dates : [], noteRules),
  ]);
  if (!number) throw new RangeError('The payment was given no number');
  await failpoint('capture.after_number');
  return store(tx, capture, invoice, number, noteNumber ?? null);
}

async function store(
  tx: Tx,
  capture: Capture,
  invoice: Invoice,
  number: AssignedNumber,
  noteNumber: AssignedNumber | null,
): Promise<CaptureOutcome> {
  const { applied, excess } = splitCapture(capture.amount, invoice);
  const { method, reference, receivedOn, provider, providerPaymentId } = capture;
  // Account and currency are the invoice's, never the payload's.
  const payment = newPayment(tx.ctx, number, {
    status: 'completed',
    accountId: invoice.accountId,
    invoiceId: invoice.id,
    currency: invoice.currency,
    amount: capture.amount,
    appliedAmount: applied,
    onAccountAmount: excess,
    method,
    reference,
    receivedOn,
    provider,
    providerPaymentId,
  });
  const { now, actor } = tx.ctx;
  // Money arrives, so the invoice ends paid or partially paid whatever day it is.
  const moment = { now, actor, today: capture.receivedOn };
  const laid = layPayment(payment, [{ invoice, amount: applied }], capture.receivedOn, moment);
  sendAhead(tx, payments.insert(tx, [payment]).catch(runAgainWhenRaced));
  await failpoint('capture.after_payment');
  const note = await storeLaidPayment(tx, payment, laid, noteNumber, capture.receivedOn);
  announcePayment(tx, 'payment.received', payment);
  return {
    outcome: 'booked',
    paymentId: payment.id,
    paymentNumber: payment.number,
    applied,
    excess,
    creditNoteId: note?.id ?? null,
  };
}

/**
 * The same capture delivered at once for two different invoices holds two locks: the unique index
 * lets one in, and the other runs again as after a serialisation failure, and finds it booked.
 */
function runAgainWhenRaced(error: unknown): never {
  if (!violates(error, 'payment_provider_key')) throw error;
  throw Object.assign(new Error('Booked at the same time', { cause: error }), { code: '40001' });
}
