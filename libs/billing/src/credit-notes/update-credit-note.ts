import { Injectable } from '@nestjs/common';
import { readCompany } from '@quittance/company';
import { Database } from '@quittance/database';
import { invalidField, type CreditNoteId, type Ctx, type LocalDate } from '@quittance/kernel';
import { readNumberingRules } from '@quittance/numbering';
import { RateBooks } from '@quittance/tax';
import { refuseOtherPeriod } from '../invoices/number-period.js';
import { sellerOf } from '../price-lines.js';
import { changeAndShow, lockNoteToChange, type LockedNote } from './change-credit-note.js';
import { refuseBeforeInvoice } from './corrected-invoice.js';
import { creditStatusAfter } from './credit-note.js';
import type { CreditNoteDetail } from './credit-note.queries.js';
import { keptNoteLine } from './price-credit-note.js';
import { repriceCreditNote } from './reprice-credit-note.js';

/** What may change of a draft besides its lines; absent members stay. */
export interface CreditNotePatch {
  readonly reason?: string;
  readonly issueDate?: LocalDate;
  readonly pricesIncludeTax?: boolean;
}

/** Changes a draft; another date or tax inclusion prices it again. */
@Injectable()
export class UpdateCreditNote {
  constructor(
    private readonly db: Database,
    private readonly rateBooks: RateBooks,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, credit_note_not_editable,
   *   validation_failed, credit_exceeds_invoice, credit_note_total_negative
   */
  execute(
    ctx: Ctx,
    id: CreditNoteId,
    patch: CreditNotePatch,
    expectedVersion: number | null,
  ): Promise<CreditNoteDetail> {
    const announced = { event: 'record.updated', action: 'credit_note.updated' } as const;
    return this.db.write(ctx, async (tx) => {
      const pricing = patch.issueDate !== undefined || patch.pricesIncludeTax !== undefined;
      const [locked, company, book, rules] = await Promise.all([
        lockNoteToChange(tx, id, expectedVersion),
        readCompany(tx),
        this.rateBooks.load(tx),
        readNumberingRules(tx, 'credit-note'),
      ]);
      const { note, lines } = locked;
      creditStatusAfter(note, 'edit');
      if (!pricing) return changeAndShow(tx, locked, patch, announced);
      refuseOtherPeriod(note, rules, patch.issueDate);
      checkTerms(locked, patch);
      const kept = lines.map((line) => keptNoteLine(line, note));
      return repriceCreditNote(tx, locked, patch, kept, sellerOf(company, book), announced);
    });
  }
}

/** @throws DomainError validation_failed */
function checkTerms({ note, corrected }: LockedNote, patch: CreditNotePatch): void {
  const { issueDate = note.issueDate, pricesIncludeTax = note.pricesIncludeTax } = patch;
  refuseBeforeInvoice(corrected?.invoice ?? null, issueDate);
  if (corrected && pricesIncludeTax !== corrected.invoice.pricesIncludeTax) {
    throw invalidField('/pricesIncludeTax', 'state', 'is that of the invoice');
  }
}
