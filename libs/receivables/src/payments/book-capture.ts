import { readCompany, type Company } from '@quittance/company';
import {
  onBehalfOf,
  runAgainWhenTaken,
  sentAnswers,
  type LockedTx,
  type Tx,
} from '@quittance/database';
import { isUuid, newId, type AccountId, type InvoiceId } from '@quittance/kernel';
import type { PaymentId } from './payment-id.js';
import { assignNumbers, readNumberingRules, type AssignedNumber } from '@quittance/numbering';
import { lockInvoices, type Invoice } from '../invoices/invoice.repository.js';
import { withoutUndetermined } from '../invoice-lines/undetermined.js';
import { announcePayment } from './announce-payment.js';
import {
  captureKey,
  judgeCaptures,
  type BookableCapture,
  type Capture,
  type CaptureOutcome,
  type JudgedCapture,
} from './capture.js';
import { allocatePayment } from './allocate-payment.js';
import { newPayment } from './new-payment.js';
import { findProviderPayments, payments } from './payment.repository.js';
import { storeAllocatedPayments, type PaymentToStore } from './store-allocated-payment.js';

/** Books one capture in the caller's transaction; see `bookCaptures`. */
export async function bookCapture(tx: Tx, capture: Capture): Promise<CaptureOutcome> {
  const [outcome] = await bookCaptures(tx, [capture]);
  if (!outcome) throw new RangeError('A capture has no outcome');
  return outcome;
}

/**
 * Books captures on their locked invoices, in the caller's transaction: account and currency are
 * the invoice's, the balance is settled, the excess becomes an on-account credit note. Money is
 * never refused: an invoice that is paid, void or cancelled has no balance, so all of it is excess,
 * and so it is of a draft whose tax is not determined. One over several invoices is one payment:
 * each takes what was meant for it. Whom each was asked of may still be on its way, as long as it
 * was sent before: nobody waits for it but behind the locks.
 */
export async function bookCaptures(
  tx: Tx,
  captures: readonly Capture[],
  askedOf?: Promise<readonly (AccountId | null)[]>,
): Promise<CaptureOutcome[]> {
  const [locked, bookedAs, paymentRules, noteRules] = await tx.locked(
    () => lockInvoices(tx, invoicesOf(captures)),
    (behind) => findBooked(behind, captures),
    (behind) => readNumberingRules(behind, 'payment'),
    (behind) => readNumberingRules(behind, 'credit-note'),
  );
  const takers = await withoutUndetermined(tx, locked);
  const invoices = new Map(takers.map((invoice) => [invoice.id as string, invoice]));
  const makeId = () => newId<'payment'>();
  const asked = await askedOf;
  const known = asked ? captures.map((each, i) => ({ ...each, askedOf: asked[i] })) : captures;
  const judged = judgeCaptures(known, { invoices, bookedAs, newId: makeId });
  const bookable = judged.filter(isBookable);
  if (bookable.length === 0)
    return judged.flatMap((each) => ('outcome' in each ? [each.outcome] : []));
  const dates = bookable.map(({ capture }) => capture.receivedOn);
  const noteDates = bookable
    .filter(({ excess }) => excess > 0n)
    .map(({ capture }) => capture.receivedOn);
  const [numbers, noteNumbers, company] = await tx.locked(
    () => assignNumbers(tx, 'payment', dates, paymentRules),
    () => assignNumbers(tx, 'credit-note', noteDates, noteRules),
    () => (noteDates.length > 0 ? readCompany(tx) : null),
  );
  const allocated = allocateCaptures(tx, bookable, invoices, numbers, noteNumbers);
  const booked = await store(tx, allocated, company);
  return judged.map((each) => (isBookable(each) ? outcomeOf(each, booked) : each.outcome));
}

function invoicesOf(captures: readonly Capture[]): InvoiceId[] {
  const named = captures.flatMap(({ invoiceId, parts = [] }) => [
    invoiceId,
    ...parts.map((part) => part.invoiceId),
  ]);
  const ids = named.map((id) => id.toLowerCase() as InvoiceId);
  return [...new Set(ids)].filter(isUuid) as InvoiceId[];
}

/** Sees the payments of deliveries that held the invoices before. */
async function findBooked(
  tx: LockedTx,
  captures: readonly Capture[],
): Promise<ReadonlyMap<string, PaymentId>> {
  const providers = [...new Set(captures.map(({ provider }) => provider))];
  const found = await Promise.all(
    providers.map(async (provider) => {
      const own = captures.filter((each) => each.provider === provider);
      const ids = own.map(({ providerPaymentId }) => providerPaymentId);
      const booked = await findProviderPayments(tx, provider, ids);
      return [...booked].map(
        ([providerPaymentId, id]) => [captureKey({ provider, providerPaymentId }), id] as const,
      );
    }),
  );
  return new Map(found.flat());
}

function isBookable(judged: JudgedCapture): judged is BookableCapture {
  return 'paymentId' in judged;
}

/**
 * The rows of each capture, in their order: the next one finds the invoice as this one leaves it.
 */
function allocateCaptures(
  tx: Tx,
  bookable: readonly BookableCapture[],
  invoices: ReadonlyMap<string, Invoice>,
  numbers: readonly AssignedNumber[],
  noteNumbers: readonly AssignedNumber[],
): PaymentToStore[] {
  const current = new Map(invoices);
  const notes = [...noteNumbers];
  const of = (id: InvoiceId): Invoice => {
    const invoice = current.get(id.toLowerCase());
    if (!invoice) throw new RangeError('An invoice that takes money is not locked');
    return invoice;
  };
  return bookable.map(({ capture, paymentId, payerOf, taken, excess }, i) => {
    const number = numbers[i];
    if (!number) throw new RangeError('The payment was given no number');
    const by = capture.by ? onBehalfOf(tx, capture.by) : tx;
    const { receivedOn } = capture;
    const payment = newPayment(by.ctx, number, {
      // What a spread begins has a hidden class of its own on Node.js 20: a member comes first.
      id: paymentId,
      ...paymentFacts(capture, of(payerOf)),
      appliedAmount: capture.amount - excess,
      onAccountAmount: excess,
    });
    // Money arrives, so the invoice ends paid or partially paid whatever day it is.
    const moment = { now: by.ctx.now, actor: by.ctx.actor, today: receivedOn };
    const planned = taken.map(({ invoiceId, amount }) => ({ invoice: of(invoiceId), amount }));
    const allocated = allocatePayment(payment, planned, receivedOn, moment);
    for (const { invoice, settlement } of allocated.settled)
      current.set(invoice.id, { ...invoice, ...settlement });
    const noteNumber = excess > 0n ? (notes.shift() ?? null) : null;
    return { payment, allocated, noteNumber, appliedOn: receivedOn, by };
  });
}

/** Account and currency are the invoice's, never the payload's. */
function paymentFacts(capture: Capture, invoice: Invoice) {
  const { amount, method, reference, receivedOn, provider, providerPaymentId, parts } = capture;
  return {
    status: 'completed' as const,
    accountId: invoice.accountId,
    invoiceId: parts ? null : invoice.id,
    currency: invoice.currency,
    amount,
    method,
    reference,
    receivedOn,
    provider,
    providerPaymentId,
  };
}

async function store(
  tx: Tx,
  allocated: readonly PaymentToStore[],
  company: Company | null,
): Promise<ReadonlyMap<PaymentId, CaptureOutcome>> {
  if (allocated.length === 0) return new Map();
  const rows = allocated.map(({ payment }) => payment);
  // The same capture delivered at once for two different invoices holds two locks: one is let in,
  // and the other runs again and finds it booked.
  tx.later(
    sentAnswers.unless(payments.insert(tx, rows), runAgainWhenTaken('payment_provider_key')),
  );
  const notes = await storeAllocatedPayments(tx, allocated, company);
  for (const { payment, by } of allocated) announcePayment(by, 'payment.received', payment);
  return new Map(
    allocated.map(({ payment, allocated: { applied, excess } }, i) => [
      payment.id,
      {
        outcome: 'booked',
        paymentId: payment.id,
        paymentNumber: payment.number,
        applied,
        excess,
        creditNoteId: notes[i]?.id ?? null,
      },
    ]),
  );
}

function outcomeOf(
  { paymentId }: BookableCapture,
  booked: ReadonlyMap<PaymentId, CaptureOutcome>,
): CaptureOutcome {
  const outcome = booked.get(paymentId);
  if (!outcome) throw new RangeError('A capture that was to be booked was not');
  return outcome;
}
