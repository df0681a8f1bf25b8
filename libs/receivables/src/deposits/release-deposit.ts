import { Injectable, Optional } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { companyToday, readCompanyTerms } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import { formatMinor, minOf } from '@quittance/money';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import type { CreditNote } from '../credit-notes/credit-note.repository.js';
import { movesOnAccount } from '../credits/auto-apply-credit.js';
import { moveCredits, type CreditMove } from '../credits/move-application.js';
import { refuseAwaitingInvoices } from '../invoice-records/awaiting-invoices.js';
import { isClosed } from '../invoices/invoice.js';
import { lockInvoice, type Invoice } from '../invoices/invoice.repository.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { collectable } from '../invoices/settlement.js';
import { ProviderRefunds } from '../payments/provider-refunds.port.js';
import type { Payment } from '../payments/payment.repository.js';
import { losePayment } from '../payments/refund-payment-in.js';
import { depositNotAvailable, invoiceStatusConflict } from '../receivables.errors.js';
import { shownInvoice } from './shown-invoice.js';
import { storeDepositNotes } from './deposit-note.js';
import {
  accountDepositsAmong,
  lockPaymentsOf,
  readPaidBy,
  type PaidBy,
} from './account-deposit.repository.js';
import { availableOf, uncreditedOf } from './deposit.js';
import { freeOf, readDeposits, type LockedDeposit } from './deposit.repository.js';

export interface ReleaseInput {
  readonly reason: string;
  /** Books that the money of what is left went back to the customer. */
  readonly refund: boolean;
}

/** The payments of a deposit, and what each has paid of it. */
interface Paid {
  readonly payments: readonly Payment[];
  readonly standing: readonly PaidBy[];
}

/**
 * Ends a deposit: what is left of it is credited with its tax. That goes against what is unpaid of
 * it, and the rest is the customer's, as credit or as money that went back.
 */
@Injectable()
export class ReleaseDeposit {
  constructor(
    private readonly taxes: TaxQuotes,
    @Optional() private readonly refunds?: ProviderRefunds,
  ) {}

  /**
   * @throws DomainError not_found, invoice_status_conflict, deposit_not_available,
   *   refund_in_progress, tax_inputs_changing, record_awaits_approval
   */
  execute(ctx: Ctx, id: InvoiceId, input: ReleaseInput): Promise<InvoiceView> {
    return this.taxes.write(ctx, (tx, taxes) => this.release(tx, taxes, id, input));
  }

  private async release(
    tx: Tx,
    taxes: Taxes,
    id: InvoiceId,
    { reason, refund }: ReleaseInput,
  ): Promise<InvoiceView> {
    const [[invoice, payments], behind, deposits, standing, company, basis] = await tx.locked(
      () =>
        tx.locked(
          () => lockInvoice(tx, id),
          () => lockPaymentsOf(tx, id),
        ),
      (locked) => locked,
      (locked) => accountDepositsAmong(locked, [id]),
      (locked) => readPaidBy(locked, id),
      readCompanyTerms,
      (locked) => taxes.load(locked),
    );
    if (!deposits.has(id)) throw notFound({ object: 'deposit' });
    await refuseAwaitingInvoices(behind, [invoice]);
    const { status, number, currency } = invoice;
    // What nobody was sent is paid by chance, and charges nothing any more once that goes back.
    if (invoice.sentAt === null || isClosed(status)) {
      throw invoiceStatusConflict({ status, operation: 'release' });
    }
    const [deposit] = await readDeposits(behind, [invoice], 'wait');
    if (!deposit) throw new RangeError('A locked deposit is read');
    const amount = uncreditedOf({ total: invoice.total, noted: deposit.noted });
    if (amount + freeOf(deposit) === 0n) {
      throw depositNotAvailable({ number, most: formatMinor(0n, currency), currency });
    }
    if (refund) {
      for (const { paymentId } of standing) {
        await this.refunds?.refuseWhileUnderWay(behind, paymentId);
      }
    }
    const today = companyToday(company, tx.ctx.now);
    const paid = { payments, standing };
    const left = refund ? await giveBack(tx, deposit, paid, today, reason) : invoice;
    const why = `released: ${reason}`.slice(0, 400);
    const parts = amount > 0n ? [{ deposit, amount, why }] : [];
    const made = await storeDepositNotes(tx, parts, { company, today, basis });
    const notes = [...deposit.freed, ...made.values()];
    const own = movesOf(notes, left);
    const others = await movesOnAccount(tx, company, { notes, moves: own }, [invoice]);
    await moveCredits(tx, [...own, ...others], today);
    // What credit has paid of it comes back as credit: less may have gone back than was credited.
    const refunded = formatMinor(invoice.paidAmount - left.paidAmount, currency);
    audit(tx, {
      action: 'invoice.deposit_released',
      object: 'invoice',
      recordId: id,
      after: { reason, credited: formatMinor(amount, currency), refund, refunded },
    });
    return shownInvoice(tx, id, today);
  }
}

/** Takes what is left of what was paid off the payments, the newest first. */
async function giveBack(
  tx: Tx,
  deposit: LockedDeposit,
  { payments, standing }: Paid,
  today: LocalDate,
  reason: string,
): Promise<Invoice> {
  let { invoice } = deposit;
  const { total, balance, writtenOffAmount: writtenOff } = invoice;
  let left = availableOf({
    total,
    balance,
    writtenOff,
    noted: deposit.noted,
    free: freeOf(deposit),
  });
  for (const payment of payments.toReversed()) {
    const stands = standing.find(({ paymentId }) => paymentId === payment.id)?.amount ?? 0n;
    const amount = minOf(stands, left);
    if (amount <= 0n) continue;
    left -= amount;
    const locked = { payment, invoices: [invoice], notes: [], standing: [] };
    const split = { amount, fromCredit: 0n, reversals: [{ invoiceId: invoice.id, amount }] };
    const of = { provider: null, providerRefundId: null, providerDisputeId: null };
    await losePayment(tx, locked, split, { ...of, kind: 'refund', reason }, today);
    const paidAmount = invoice.paidAmount - amount;
    invoice = { ...invoice, paidAmount, balance: invoice.balance + amount };
  }
  return invoice;
}

/** Credit of the deposit against what is unpaid of itself. */
function movesOf(notes: readonly CreditNote[], invoice: Invoice): CreditMove[] {
  let unpaid = collectable(invoice);
  return notes.flatMap((note): CreditMove[] => {
    const amount = minOf(unpaid, note.remaining);
    unpaid -= amount;
    return amount > 0n ? [{ note, invoice, amount }] : [];
  });
}
