import { Injectable } from '@nestjs/common';
import type { CreditNoteId, Ctx } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { productsOf } from '@quittance/lines';
import { refuseTooManyLines } from '../invoices/invoice.js';
import { asTheLineCorrected, refuseUncorrecting } from './corrected-invoice.js';
import type { CreditNoteDetail } from './credit-note.queries.js';
import { newNoteLine, type CreditNoteLineDraft } from './price-credit-note.js';
import { changeNoteLines } from './reprice-credit-note.js';

/** Adds a line at the end of a draft credit note. */
@Injectable()
export class AddCreditNoteLine {
  constructor(private readonly taxes: TaxQuotes) {}

  /**
   * @throws DomainError not_found, precondition_failed, credit_note_not_editable,
   *   validation_failed, credit_exceeds_invoice, credit_note_total_negative,
   *   tax_inputs_changing
   */
  execute(
    ctx: Ctx,
    id: CreditNoteId,
    line: CreditNoteLineDraft,
    expectedVersion: number | null,
  ): Promise<CreditNoteDetail> {
    return this.taxes.write(ctx, (tx, taxes) =>
      changeNoteLines(tx, taxes, id, expectedVersion, async (lines, corrected) => {
        refuseTooManyLines(lines.length + 1);
        refuseUncorrecting(corrected, [line], () => '');
        const products = await productsOf(tx, [line], () => '/productId');
        const written = asTheLineCorrected(corrected, line, '');
        const added = newNoteLine(written, products, corrected);
        return { lines: [...lines, added], about: lines.length };
      }),
    );
  }
}
