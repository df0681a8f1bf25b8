import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { RateBooks } from '@quittance/tax';
import { refuseTooManyLines } from './invoice.js';
import type { InvoiceView } from './invoice.view.js';
import { changeLines } from './line-change.js';
import { newLine, refuseUnknownProducts, type InvoiceLineInput } from './price-invoice.js';

/** Adds a line at the end of a draft or pending invoice. */
@Injectable()
export class AddInvoiceLine {
  constructor(
    private readonly db: Database,
    private readonly rateBooks: RateBooks,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, invoice_not_editable, validation_failed,
   *   invoice_total_negative
   */
  execute(
    ctx: Ctx,
    id: InvoiceId,
    line: InvoiceLineInput,
    expectedVersion: number | null,
  ): Promise<InvoiceView> {
    return this.db.write(ctx, async (tx) => {
      const [changed] = await Promise.all([
        changeLines(tx, this.rateBooks, id, expectedVersion, (lines) => {
          refuseTooManyLines(lines.length + 1);
          return { lines: [...lines, newLine(line)], about: lines.length };
        }),
        refuseUnknownProducts(tx, [line], () => '/productId'),
      ]);
      return changed;
    });
  }
}
