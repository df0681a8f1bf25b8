import { Injectable } from '@nestjs/common';
import type { CreditNoteId, Ctx, Id } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { refuseUncorrecting } from './corrected-invoice.js';
import type { CreditNoteDetail } from './credit-note.queries.js';
import {
  changedNoteLine,
  type CreditNoteLineInput,
  type KeptNoteLine,
} from './price-credit-note.js';
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
    return this.taxes.write(ctx, (tx, taxes) =>
      changeNoteLines(tx, taxes, id, expectedVersion, async (lines, corrected) => {
        const at = indexOfNoteLine(lines, lineId);
        const before = lines[at] as KeptNoteLine;
        const named = { invoiceLineId: before.invoiceLineId, ...patch };
        refuseUncorrecting(corrected, [named], () => '');
        const after = await changedNoteLine(tx, before, patch, corrected);
        return { lines: lines.with(at, after), about: at };
      }),
    );
  }
}
