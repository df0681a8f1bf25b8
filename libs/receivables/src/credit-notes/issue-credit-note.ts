import { Injectable } from '@nestjs/common';
import { readCompany } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import type { CreditNoteId, Ctx } from '@quittance/kernel';
import { recordTaxOfNote } from '@quittance/tax';
import { creditNoteEmpty } from '../receivables.errors.js';
import { refuseAwaitingInvoices } from '../invoice-records/awaiting-invoices.js';
import { refuseUndetermined } from '../invoice-lines/undetermined.js';
import { applyIssued, lockInvoicesForIssue } from '../credits/auto-apply-credit.js';
import { giveBackCredited } from '../orders/give-back.js';
import { requireNoteProfile } from '../printing/require-profile.js';
import { changeCreditNote, lockNoteToChange } from './change-credit-note.js';
import { refuseUncreditable } from './corrected-invoice.js';
import { creditStatusAfter } from './credit-note.js';
import { creditNoteDetail, type CreditNoteDetail } from './credit-note.queries.js';
import { taxedNote } from '../credits/taxed-note.js';

/** Hands a draft credit note out: from now on it can be applied, and does not change any more. */
@Injectable()
export class IssueCreditNote {
  constructor(private readonly db: Database) {}

  /**
   * Where the company wants that, the credit goes to open invoices in the same transaction.
   * @throws DomainError not_found, precondition_failed, credit_note_status_conflict,
   *   credit_note_empty, tax_undetermined, invoice_status_conflict, e_invoice_not_possible,
   *   record_awaits_approval
   */
  execute(
    ctx: Ctx,
    id: CreditNoteId,
    expectedVersion: number | null = null,
  ): Promise<CreditNoteDetail> {
    return this.db.write(ctx, (tx) => issueNote(tx, id, expectedVersion, refuseAwaitingInvoices));
  }
}

/** The same within a transaction; what the system credits by itself waits for no approval. */
export async function issueNote(
  tx: Tx,
  id: CreditNoteId,
  expectedVersion: number | null = null,
  refuse?: typeof refuseAwaitingInvoices,
): Promise<CreditNoteDetail> {
  const company = await readCompany(tx);
  const [invoices, locked] = await tx.locked(
    () => lockInvoicesForIssue(tx, id, company),
    () => lockNoteToChange(tx, id, expectedVersion),
  );
  const { note, lines, corrected } = locked;
  if (corrected) await refuse?.(tx, [corrected.invoice]);
  creditStatusAfter(note, 'issue');
  if (lines.length === 0 || note.total === 0n) throw creditNoteEmpty();
  refuseUndetermined(`credit note ${note.number}`, lines);
  if (corrected) refuseUncreditable(corrected.invoice);
  await requireNoteProfile(tx, note, lines, corrected?.invoice ?? null);
  const announced = { event: 'credit_note.issued', action: 'credit_note.issued' } as const;
  const change = { status: 'issued', issuedAt: tx.ctx.now } as const;
  const issued = changeCreditNote(tx, locked, change, announced);
  if (corrected) {
    await recordTaxOfNote(tx, taxedNote(issued, corrected.invoice.id, lines));
    await giveBackCredited(tx, corrected.invoice, issued, lines);
  }
  await applyIssued(tx, company, issued, invoices);
  return creditNoteDetail(tx, id);
}
