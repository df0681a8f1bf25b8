import { Injectable } from '@nestjs/common';
import type { CreditNoteId, Ctx, Id } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import type { CreditNoteDetail } from './credit-note.queries.js';
import { changeNoteLines, indexOfNoteLine } from './reprice-credit-note.js';

/** Takes a line off a draft credit note; the lines behind it move up. */
@Injectable()
export class RemoveCreditNoteLine {
  constructor(private readonly taxes: TaxQuotes) {}

  /**
   * @throws DomainError not_found, precondition_failed, credit_note_not_editable,
   *   credit_note_total_negative, credit_exceeds_invoice, tax_inputs_changing
   */
  execute(
    ctx: Ctx,
    { id, lineId }: { id: CreditNoteId; lineId: Id<'credit-note-line'> },
    expectedVersion: number | null,
  ): Promise<CreditNoteDetail> {
    return this.taxes.write(ctx, (tx, taxes) =>
      changeNoteLines(tx, taxes, id, expectedVersion, (lines) => {
        const at = indexOfNoteLine(lines, lineId);
        return { lines: lines.filter((_, i) => i !== at), about: null };
      }),
    );
  }
}
