import { Injectable } from '@nestjs/common';
import type { CreditNoteId, Ctx, Id } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { refuseUnknownProducts } from '../invoices/price-invoice.js';
import { refuseUnknownLines } from './corrected-invoice.js';
import type { CreditNoteDetail } from './credit-note.queries.js';
import type { CreditNoteLineInput } from './price-credit-note.js';
import { changeNoteLines, indexOfNoteLine } from './reprice-credit-note.js';

/** Changes the members sent of one line of a draft credit note. */
@Injectable()
export class UpdateCreditNoteLine {
  constructor(private readonly taxes: TaxQuotes) {}

  /**
   * @throws DomainError not_found, precondition_failed, credit_note_not_editable,
   *   validation_failed, credit_exceeds_invoice, credit_note_total_negative,
   *   tax_inputs_changing
   */
  execute(
    ctx: Ctx,
    { id, lineId }: { id: CreditNoteId; lineId: Id<'credit-note-line'> },
    patch: Partial<CreditNoteLineInput>,
    expectedVersion: number | null,
  ): Promise<CreditNoteDetail> {
    return this.taxes.write(ctx, async (tx, taxes) => {
      const [changed] = await Promise.all([
        changeNoteLines(tx, taxes, id, expectedVersion, (lines, corrected) => {
          const at = indexOfNoteLine(lines, lineId);
          const after = lines.map((line, i) => (i === at ? { ...line, ...patch } : line));
          refuseUnknownLines(corrected, after.slice(at, at + 1), () => '/invoiceLineId');
          return { lines: after, about: at };
        }),
        refuseUnknownProducts(tx, [{ productId: patch.productId ?? null }], () => '/productId'),
      ]);
      return changed;
    });
  }
}
