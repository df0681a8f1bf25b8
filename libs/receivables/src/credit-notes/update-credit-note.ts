import { Injectable } from '@nestjs/common';
import { readCompany } from '@quittance/company';
import { invalidField, type CreditNoteId, type Ctx } from '@quittance/kernel';
import type { PatchOf } from '@quittance/nouns';
import { readNumberingRules } from '@quittance/numbering';
import { TaxQuotes } from '@quittance/tax';
import { quotedSellerOf } from '@quittance/lines';
import { refuseOtherPeriod } from '../invoices/number-period.js';
import { changeAndShow, lockNoteToChange, type LockedNote } from './change-credit-note.js';
import { refuseBeforeInvoice } from './corrected-invoice.js';
import type { creditNoteMembers } from './credit-note.description.js';
import { creditStatusAfter } from './credit-note.js';
import type { CreditNoteDetail } from './credit-note.queries.js';
import { keptNoteLine } from './price-credit-note.js';
import { repriceCreditNote } from './reprice-credit-note.js';

/** What may change of a draft besides its lines; absent members stay. */
export type CreditNotePatch = Readonly<PatchOf<typeof creditNoteMembers>>;

/** What the price of the lines depends on. */
const PRICING = ['issueDate', 'deliveryDate', 'pricesIncludeTax', 'deliveryAddress'] as const;

/** Changes a draft; another date or tax inclusion prices it again. */
@Injectable()
export class UpdateCreditNote {
  constructor(private readonly taxes: TaxQuotes) {}

  /**
   * @throws DomainError not_found, precondition_failed, credit_note_not_editable,
   *   validation_failed, credit_exceeds_invoice, credit_note_total_negative,
   *   tax_inputs_changing
   */
  execute(
    ctx: Ctx,
    id: CreditNoteId,
    patch: CreditNotePatch,
    expectedVersion: number | null,
  ): Promise<CreditNoteDetail> {
    const announced = { event: 'record.updated', action: 'credit_note.updated' } as const;
    return this.taxes.write(ctx, async (tx, taxes) => {
      const pricing = PRICING.some((member) => patch[member] !== undefined);
      const [locked, company, tax, rules] = await tx.locked(
        () => lockNoteToChange(tx, id, expectedVersion),
        readCompany,
        (behind) => taxes.load(behind),
        (behind) => readNumberingRules(behind, 'credit-note'),
      );
      const { note, lines } = locked;
      creditStatusAfter(note, 'edit');
      if (!pricing) return changeAndShow(tx, locked, patch, announced);
      refuseOtherPeriod(note, rules, patch.issueDate);
      checkTerms(locked, patch);
      const kept = lines.map((line) => keptNoteLine(line, note));
      return repriceCreditNote(tx, locked, patch, kept, quotedSellerOf(company, tax), announced);
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
