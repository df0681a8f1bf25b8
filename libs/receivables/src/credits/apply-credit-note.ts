import { Injectable, Optional } from '@nestjs/common';
import { Database } from '@quittance/database';
import { invalidField, type CreditNoteId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { refundInProgress } from '../receivables.errors.js';
import { refuseAwaitingInvoices } from '../invoice-records/awaiting-invoices.js';
import { refuseUndeterminedDrafts } from '../invoice-lines/undetermined.js';
import { parseAmount } from '../parse-amount.js';
import { ProviderRefunds } from '../payments/provider-refunds.port.js';
import { checkApplication } from '../credit-notes/credit-note.js';
import { creditNoteDetail, type CreditNoteDetail } from '../credit-notes/credit-note.queries.js';
import type { CreditNote } from '../credit-notes/credit-note.repository.js';
import { lockCredit, type LockedCredit } from './lock-credit.js';
import { moveCredits, type CreditMove } from './move-application.js';
import { creditBeingRefunded } from './credit-being-refunded.js';

/** Which invoice, and how much in major units as decimal text. */
export interface CreditApplicationInput {
  readonly invoiceId: InvoiceId;
  readonly amount: string;
}

/** Lays credit against invoices of the same account and currency: all that are named, or none. */
@Injectable()
export class ApplyCreditNote {
  constructor(
    private readonly db: Database,
    @Optional() private readonly refunds?: ProviderRefunds,
  ) {}

  /**
   * @throws DomainError not_found, account_mismatch, currency_mismatch, credit_note_not_applicable,
   *   credit_exceeds_remaining, credit_exceeds_balance, refund_in_progress, tax_undetermined,
   *   validation_failed, record_awaits_approval
   */
  execute(
    ctx: Ctx,
    id: CreditNoteId,
    input: CreditApplicationInput | readonly CreditApplicationInput[],
  ): Promise<CreditNoteDetail> {
    const several = 'invoiceId' in input ? null : input;
    const all = 'invoiceId' in input ? [input] : input;
    const at = (i: number) => (several ? `/allocations/${i}` : '');
    refuseTwice(all);
    return this.db.write(ctx, async (tx) => {
      const ids = all.map(({ invoiceId }) => invoiceId);
      const locked = await lockCredit(tx, id, ids, (i) => `${at(i)}/invoiceId`);
      await refuseAwaitingInvoices(tx, locked.invoices);
      await refuseUndeterminedDrafts(tx, locked.invoices);
      const { currency } = locked.note;
      const amounts = all.map(({ amount }, i) => parseAmount(amount, currency, `${at(i)}/amount`));
      const returning = await creditBeingRefunded(tx, [locked.note], this.refunds);
      const moves = movesOf(locked, amounts, returning.get(id) ?? 0n);
      await moveCredits(tx, moves, locked.today);
      return creditNoteDetail(tx, id);
    });
  }
}

/** Each application is refused for what those before it leave of the note. */
function movesOf(
  { note, invoices }: LockedCredit,
  amounts: readonly bigint[],
  returning: bigint,
): CreditMove[] {
  let { remaining } = note;
  return invoices.map((invoice, i) => {
    const amount = amounts[i] ?? 0n;
    const left: CreditNote = { ...note, remaining };
    checkApplication(left, amount, invoice.balance);
    if (amount > remaining - returning) throw refundInProgress();
    remaining -= amount;
    return { note, invoice, amount };
  });
}

function refuseTwice(all: readonly CreditApplicationInput[]): void {
  const ids = all.map(({ invoiceId }) => invoiceId);
  const twice = ids.findIndex((id, i) => ids.indexOf(id) !== i);
  if (twice < 0) return;
  throw invalidField(`/allocations/${twice}/invoiceId`, 'duplicate', 'is named twice');
}
