import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import { formatMinor } from '@quittance/money';
import type { Ctx, Id, InvoiceId } from '@quittance/kernel';
import type { DraftOf } from '@quittance/nouns';
import { assignNumbers, readNumberingRules } from '@quittance/numbering';
import { currencyMismatch, paymentExceedsBalance } from '../receivables.errors.js';
import { lockInvoice, type Invoice } from '../invoices/invoice.repository.js';
import { collectable } from '../invoices/settlement.js';
import { refuseAwaitingDrafts } from '../invoice-records/awaiting-invoices.js';
import { refuseUndeterminedDrafts } from '../invoice-lines/undetermined.js';
import { parseAmount } from '../parse-amount.js';
import { readToday } from '@quittance/company';
import { announcePayment } from './announce-payment.js';
import { allocatePayment } from './allocate-payment.js';
import { newPayment, receivedOn } from './new-payment.js';
import type { paymentMembers } from './payment.description.js';
import { paymentDetail, type PaymentDetail } from './payment.queries.js';
import { payments } from './payment.repository.js';
import { storeAllocatedPayment } from './store-allocated-payment.js';

/** Money that a person enters for one invoice. */
export interface InvoicePayment extends Readonly<DraftOf<typeof paymentMembers>> {
  /** It still has to be cleared, as a cheque: stored, not applied. */
  readonly pending?: boolean;
  /** Who of the portal says so. */
  readonly portalUserId?: Id<'portal-user'>;
}

/** Records money received for an invoice, at most what is open of it. */
@Injectable()
export class RecordPayment {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, payment_exceeds_balance, currency_mismatch, validation_failed,
   *   tax_undetermined, record_awaits_approval
   */
  execute(ctx: Ctx, id: InvoiceId, input: InvoicePayment): Promise<PaymentDetail> {
    return this.db.write(ctx, (tx) => recordPayment(tx, id, input));
  }
}

/**
 * Records a payment on an invoice in the caller's transaction: completed and applied, or pending
 * and not applied, as a portal user's submission is.
 * @throws DomainError not_found, payment_exceeds_balance, currency_mismatch, validation_failed,
 *   tax_undetermined, record_awaits_approval
 */
export async function recordPayment(
  tx: Tx,
  id: InvoiceId,
  input: InvoicePayment,
): Promise<PaymentDetail> {
  const [invoice, today, rules] = await tx.locked(
    () => lockInvoice(tx, id),
    readToday,
    (behind) => readNumberingRules(behind, 'payment'),
  );
  if (!input.portalUserId) await refuseAwaitingDrafts(tx, [invoice]);
  await refuseUndeterminedDrafts(tx, [invoice]);
  const { currency } = invoice;
  if (input.currency !== undefined && input.currency !== currency) {
    throw currencyMismatch({ object: 'invoice', expected: currency, given: input.currency });
  }
  const amount = parseAmount(input.amount, currency);
  const pending = input.pending ?? false;
  if (!pending) refuseAboveBalance(amount, invoice);
  const received = receivedOn(input, today);
  const [number] = await assignNumbers(tx, 'payment', [received], rules);
  if (!number) throw new RangeError('The payment was given no number');
  const payment = newPayment(tx.ctx, number, {
    status: pending ? 'pending' : 'completed',
    accountId: invoice.accountId,
    invoiceId: invoice.id,
    currency,
    amount,
    appliedAmount: pending ? 0n : amount,
    onAccountAmount: 0n,
    method: input.method,
    reference: input.reference ?? null,
    receivedOn: received,
    portalUserId: input.portalUserId ?? null,
  });
  tx.later(payments.insert(tx, [payment]));
  if (!pending) {
    const { now, actor } = tx.ctx;
    const allocated = allocatePayment(payment, [{ invoice, amount }], received, {
      today,
      now,
      actor,
    });
    await storeAllocatedPayment(tx, payment, allocated, null, received, null);
  }
  announcePayment(tx, input.portalUserId ? 'payment.submitted' : 'payment.recorded', payment);
  return paymentDetail(tx, payment.id);
}

/** @throws DomainError payment_exceeds_balance at the pointer */
export function refuseAboveBalance(
  amount: bigint,
  invoice: Pick<Invoice, 'balance' | 'writtenOffAmount' | 'currency'>,
  pointer = '/amount',
): void {
  const most = collectable(invoice);
  if (amount <= most) return;
  const { currency } = invoice;
  const open = formatMinor(most, currency);
  const message = `must be at most the outstanding balance of ${open} ${currency}`;
  throw paymentExceedsBalance(
    { amount: formatMinor(amount, currency), balance: open, currency },
    { errors: [{ pointer, code: 'max', message }] },
  );
}
