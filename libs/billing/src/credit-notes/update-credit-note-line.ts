import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { CreditNoteId, Ctx, Id } from '@quittance/kernel';
import { RateBooks } from '@quittance/tax';
import { refuseUnknownProducts } from '../invoices/price-invoice.js';
import { refuseUnknownLines } from './corrected-invoice.js';
import type { CreditNoteDetail } from './credit-note.queries.js';
import type { CreditNoteLineInput } from './price-credit-note.js';
import { changeNoteLines, indexOfNoteLine } from './reprice-credit-note.js';

/** Changes the members sent of one line of a draft credit note. */
@Injectable()
export class UpdateCreditNoteLine {
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
    { id, lineId }: { id: CreditNoteId; lineId: Id<'credit-note-line'> },
    patch: Partial<CreditNoteLineInput>,
    expectedVersion: number | null,
  ): Promise<CreditNoteDetail> {
    return this.db.write(ctx, async (tx) => {
      const [changed] = await Promise.all([
        changeNoteLines(tx, this.rateBooks, id, expectedVersion, (lines, corrected) => {
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
