import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { CreditNoteId, Ctx, Id } from '@quittance/kernel';
import { RateBooks } from '@quittance/tax';
import type { CreditNoteDetail } from './credit-note.queries.js';
import { changeNoteLines, indexOfNoteLine } from './reprice-credit-note.js';

/** Takes a line off a draft credit note; the lines behind it move up. */
@Injectable()
export class RemoveCreditNoteLine {
  constructor(
    private readonly db: Database,
    private readonly rateBooks: RateBooks,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, credit_note_not_editable,
   *   credit_note_total_negative, credit_exceeds_invoice
   */
  execute(
    ctx: Ctx,
    { id, lineId }: { id: CreditNoteId; lineId: Id<'credit-note-line'> },
    expectedVersion: number | null,
  ): Promise<CreditNoteDetail> {
    return this.db.write(ctx, (tx) =>
      changeNoteLines(tx, this.rateBooks, id, expectedVersion, (lines) => {
        const at = indexOfNoteLine(lines, lineId);
        return { lines: lines.filter((_, i) => i !== at), about: null };
      }),
    );
  }
}
