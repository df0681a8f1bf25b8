import { Injectable } from '@nestjs/common';
import type { CreditNoteId, Ctx } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { refuseTooManyLines } from '../invoices/invoice.js';
import { refuseUnknownProducts } from '../invoices/price-invoice.js';
import { refuseUnknownLines } from './corrected-invoice.js';
import type { CreditNoteDetail } from './credit-note.queries.js';
import { newNoteLine, type CreditNoteLineInput } from './price-credit-note.js';
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
    line: CreditNoteLineInput,
    expectedVersion: number | null,
  ): Promise<CreditNoteDetail> {
    return this.taxes.write(ctx, async (tx, taxes) => {
      const [changed] = await Promise.all([
        changeNoteLines(tx, taxes, id, expectedVersion, (lines, corrected) => {
          refuseTooManyLines(lines.length + 1);
          refuseUnknownLines(corrected, [line], () => '/invoiceLineId');
          return { lines: [...lines, newNoteLine(line)], about: lines.length };
        }),
        refuseUnknownProducts(tx, [line], () => '/productId'),
      ]);
      return changed;
    });
  }
}
