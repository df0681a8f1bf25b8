import { Injectable } from '@nestjs/common';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { refuseTooManyLines } from './invoice.js';
import type { InvoiceView } from './invoice.view.js';
import { changeLines } from './line-change.js';
import { newLine, refuseUnknownProducts, type InvoiceLineInput } from './price-invoice.js';

/** Adds a line at the end of a draft or pending invoice. */
@Injectable()
export class AddInvoiceLine {
  constructor(private readonly taxes: TaxQuotes) {}

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
    return this.taxes.write(ctx, async (tx, taxes) => {
      const [changed] = await Promise.all([
        changeLines(tx, taxes, id, expectedVersion, (lines) => {
          refuseTooManyLines(lines.length + 1);
          return { lines: [...lines, newLine(line)], about: lines.length };
        }),
        refuseUnknownProducts(tx, [line], () => '/productId'),
      ]);
      return changed;
    });
  }
}
