import type { Database } from '@quittance/database';
import { DomainError, type Ctx } from '@quittance/kernel';
import { RateBooks } from '@quittance/tax/host';
import { TaxQuotes } from '@quittance/tax';
import { ApplyCreditNote } from '../credits/apply-credit-note.js';
import { CreateCreditNote } from '../credit-notes/create-credit-note.js';
import { IssueCreditNote } from '../credit-notes/issue-credit-note.js';
import { UnapplyCreditNote } from '../credits/unapply-credit-note.js';
import { VoidCreditNote } from '../credit-notes/void-credit-note.js';
import { DisputeInvoice } from '../disputes/dispute-invoice.js';
import { ResolveInvoice } from '../disputes/resolve-invoice.js';
import { VoidInvoice } from '../invoices/void-invoice.js';
import { CancelPayment } from '../payments/cancel-payment.js';
import { ClearPayment } from '../payments/clear-payment.js';
import { RecordAccountPayment } from '../payments/record-account-payment.js';
import { RecordPayment } from '../payments/record-payment.js';
import { RefundPayment } from '../payments/refund-payment.js';

/** Every operation that moves money, on one database. */
export function moneyOperations(db: Database) {
  return {
    recordPayment: new RecordPayment(db),
    recordAccountPayment: new RecordAccountPayment(db),
    clearPayment: new ClearPayment(db),
    cancelPayment: new CancelPayment(db),
    refundPayment: new RefundPayment(db),
    createCreditNote: new CreateCreditNote(new TaxQuotes(db, new RateBooks())),
    issueCreditNote: new IssueCreditNote(db),
    voidCreditNote: new VoidCreditNote(db),
    applyCreditNote: new ApplyCreditNote(db),
    unapplyCreditNote: new UnapplyCreditNote(db),
    voidInvoice: new VoidInvoice(db),
    disputeInvoice: new DisputeInvoice(db),
    resolveInvoice: new ResolveInvoice(db),
  };
}

export type MoneyOperations = ReturnType<typeof moneyOperations>;

/** The code of a refusal, or `done`; anything but a refusal is thrown. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof DomainError && error.status < 500) return error.code;
    throw error;
  }
}

/** How often each outcome came of doing the same thing many times at once. */
export async function outcomes(
  times: number,
  work: (i: number) => Promise<unknown>,
): Promise<Record<string, number>> {
  const all = await Promise.all(Array.from({ length: times }, (_, i) => outcomeOf(work(i))));
  const counts: Record<string, number> = {};
  for (const each of all) counts[each] = (counts[each] ?? 0) + 1;
  return counts;
}

export function rowsOf<T>(
  db: Database,
  ctx: Ctx,
  text: string,
  params: unknown[] = [],
): Promise<T[]> {
  return db.read(ctx, (tx) => tx.rows<T>(text, params));
}
