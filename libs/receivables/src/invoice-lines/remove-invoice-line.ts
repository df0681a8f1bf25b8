import { Injectable } from '@nestjs/common';
import type { Ctx, Id, InvoiceId } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { changeLines, indexOfLine } from './line-change.js';

/** Takes a line off a draft or pending invoice; the lines behind it move up. */
@Injectable()
export class RemoveInvoiceLine {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: InvoiceFields,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, invoice_not_editable,
   *   invoice_total_negative
   */
  execute(
    ctx: Ctx,
    { id, lineId }: { id: InvoiceId; lineId: Id<'invoice-line'> },
    expectedVersion: number | null,
  ): Promise<InvoiceView> {
    return this.taxes.write(ctx, (tx, taxes) =>
      changeLines(tx, { taxes, fields: this.fields }, id, expectedVersion, (lines) => {
        const at = indexOfLine(lines, lineId);
        return { lines: lines.filter((_, i) => i !== at), about: null };
      }),
    );
  }
}
